/**
 * Patterns of the usual forms of a phone number: as entered, and from nine digits on also in other groupings, national and
 * international, with a plus or without. Numbers of less than seven digits are public, such as those of the fire brigade.
 */
export function phoneForms(phone: string): string[] {
  const digits = phone.replaceAll(/\D/gu, '');
  if (digits.length < 7) return [];
  if (digits.length < 9) return [asItStands(phone.trim())];
  const home = phone.trim().startsWith('+') ? [1, 2, 3].map((code) => digits.slice(code)) : [digits.replace(/^0/u, '')];
  const numbers = home.filter((it) => it.length > 7).map((it) => `\\d{1,3}${gap}(?:0${gap})?${grouped(it)}`);
  return [`(?:(?:\\+|00)${gap})?(?:${[grouped(digits), ...numbers].join('|')})`];
}

/** Escapes a string for use in a pattern. */
export const literally = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

/** Separators between digits, with every kind of hyphen. */
const gap = String.raw`[\s().\/\p{Pd}]*`;

const grouped = (digits: string) => digits.split('').join(gap);

/** Pattern of a short number in its own grouping, with any kind of hyphen. */
function asItStands(phone: string): string {
  return literally(phone)
    .replaceAll(/\s+/gu, String.raw`\s+`)
    .replaceAll(/\p{Pd}/gu, String.raw`\p{Pd}`);
}
