import { asciiDigits, cleanLine, trackingIdIn } from '@baraza/contract';

/** Reverses the typed end of a tracking ID, as its index does; undefined below four characters. Dashes may be missing. */
export function trackingTail(q: string): string | undefined {
  const typed = trackingIdIn(q) ?? asciiDigits(cleanLine(q).replace(/^#?(?:ID\b)?:?/iu, ''));
  const plain = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  if (!/^[0-9A-Z]{4,11}$/u.test(plain)) return undefined;
  const backwards = plain.split('').toReversed().join('');
  const groups = [backwards.slice(0, 6), backwards.slice(6, 8), backwards.slice(8)];
  return groups.filter((group) => group !== '').join('-');
}

/** Combining marks alone, such as parts of an emoji, are not a word. */
const hasSigns = (word: string) => /[\p{L}\p{N}]/u.test(word);

/** Lists the words of a query, the last one as a prefix. */
export function wordsOf(q: string): string[] {
  const words = (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(hasSigns);
  return words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`));
}

/** Joins the words of a query so that all must match; undefined without words. */
export const wordQuery = (q: string): string | undefined => wordsOf(q).join(' & ') || undefined;

/** Builds a `like` pattern that matches the typed words literally. */
export const patternOf = (q: string) => `%${q.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
