/** Half of a surrogate pair, which is invalid in UTF-8, encoded all the same. */
const half = /[\ud800-\udfff]/gu;

function halfBytes(unit: number): number[] {
  return [0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

/** Encodes a text, halves of characters included. */
export function bytesOf(text: string): Buffer {
  const whole = text.split(half).map((it) => Buffer.from(it));
  const halves = [...text.matchAll(half)].map(([it]) => Buffer.from(halfBytes(it.charCodeAt(0))));
  return Buffer.concat(whole.flatMap((it, index) => [it, halves[index] ?? Buffer.alloc(0)]));
}

/** Encodes a text for an address, halves of characters included. */
export function escaped(text: string): string {
  const halves = [...text.matchAll(half)].map(([it]) =>
    halfBytes(it.charCodeAt(0))
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join(''),
  );
  return text
    .split(half)
    .map((it, index) => encodeURIComponent(it) + (halves[index] ?? ''))
    .join('');
}
