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

/** Letters that hold a sign which Unicode does not take apart. */
const hooked: Record<string, string> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** Writes a text as `search_words` in the database does: without accents, cut where digits meet letters. */
function plainText(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/[\u0300-\u036F]|\u0640|[\u064B-\u0655\u0670]/gu, '');
  return asciiDigits(bare.normalize('NFC').toLowerCase())
    .replaceAll(/[đłøıɓɗƙƴ]/gu, (letter) => hooked[letter] ?? letter)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/([a-z]{2}|(?<![\p{L}\p{M}\p{N}])[a-z])(\d)|(\d{2}|(?<![\p{L}\p{M}\p{N}])\d)([a-z])/gu, '$1$3 $2$4');
}

/** Splits a plain text; combining marks alone, such as parts of an emoji, are not a word. */
const split = (plain: string) =>
  (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Lists the words of a text as they are indexed. */
export const plainWords = (q: string): string[] => split(plainText(q));

/** Lists the words of a query as text-search terms, the last one as a prefix; a number also matches as the end of a longer one. */
export function wordsOf(q: string): string[] {
  const units = plainText(q).match(/\d(?:[ ()./-]{0,2}\d){6,}|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = units.map(split).filter((parts) => parts.length > 0);
  return words.map((parts, index) => {
    const typed = parts.map((part) => `'${part}'`).join(' & ') + (index === words.length - 1 ? ':*' : '');
    const number = parts.join('');
    if (!/^\d{4,}$/u.test(number)) return typed;
    const joined = number.length > 6 ? ` | '${number}':*` : '';
    // The last nine digits are the same with and without the code of the country.
    return `(${typed}${joined} | 'ʀ${number.slice(-9).split('').toReversed().join('')}':*)`;
  });
}

/** Joins the words of a query so that all must match; undefined without words. */
export const wordQuery = (q: string): string | undefined => wordsOf(q).join(' & ') || undefined;

/** Builds a `like` pattern that matches the typed words literally. */
export const patternOf = (q: string) => `%${q.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
