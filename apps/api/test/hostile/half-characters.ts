/** Half of a character, which no UTF-8 can say: written as the bytes that it would have if it could. */
const half = /[\ud800-\udfff]/gu;

function halfBytes(unit: number): number[] {
  return [0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

/** The bytes of a text, halves of characters included. */
export function bytesOf(text: string): Buffer {
  const whole = text.split(half).map((it) => Buffer.from(it));
  const halves = [...text.matchAll(half)].map(([it]) => Buffer.from(halfBytes(it.charCodeAt(0))));
  return Buffer.concat(whole.flatMap((it, index) => [it, halves[index] ?? Buffer.alloc(0)]));
}

/** A text as a part of an address, halves of characters included. */
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
