/**
 * How a phone number is written, as patterns: as it stands, and from nine digits on also grouped otherwise and written for
 * callers from here or from abroad, with a plus or without. Less than seven digits are everybody's.
 */
export function phoneForms(phone: string): string[] {
  const digits = phone.replaceAll(/\D/gu, '');
  if (digits.length < 7) return [];
  if (digits.length < 9) return [asItStands(phone.trim())];
  const home = phone.trim().startsWith('+') ? [1, 2, 3].map((code) => digits.slice(code)) : [digits.replace(/^0/u, '')];
  const numbers = home.filter((it) => it.length > 7).map((it) => `\\d{1,3}${gap}(?:0${gap})?${grouped(it)}`);
  return [`(?:(?:\\+|00)${gap})?(?:${[grouped(digits), ...numbers].join('|')})`];
}

/** A pattern that finds just these words. */
export const literally = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

/** What stands between digits. Hyphens and dashes are as many as there are word processors. */
const gap = String.raw`[\s().\/\p{Pd}]*`;

const grouped = (digits: string) => digits.split('').join(gap);

/** Of few digits the grouping counts as well; which hyphen it is does not. */
function asItStands(phone: string): string {
  return literally(phone)
    .replaceAll(/\s+/gu, String.raw`\s+`)
    .replaceAll(/\p{Pd}/gu, String.raw`\p{Pd}`);
}
