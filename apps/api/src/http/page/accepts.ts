/** Whether an `accept-encoding` header allows an encoding (RFC 9110, 12.5.3). */
export function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return new RegExp(String.raw`(^|[\s,])${encoding}(?!\s*;\s*q=0(\.0*)?\s*(,|$))\s*(;|,|$)`, 'iu').test(
    String(header ?? ''),
  );
}
