export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

/** Decodes base64 in its one canonical form. @throws SyntaxError for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
    if (toBase64(bytes) === text) return bytes;
  } catch {
    // The text is not base64 at all.
  }
  throw new SyntaxError('This is not base64.');
}

/** Reads a decimal number without leading zeroes. @throws SyntaxError */
export function parseDecimal(text: string): number {
  const value = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(value)) throw new SyntaxError(`${text} is no number.`);
  return value;
}
