/** Reverses the typed end of a tracking id, as its index has it; dashes may be missing. Four characters at least. */
export function trackingTail(q: string): string | undefined {
  const plain = q.replaceAll(/[\s-]/gu, '').toUpperCase();
  if (!/^[0-9A-Z]{4,11}$/u.test(plain)) return undefined;
  const backwards = plain.split('').toReversed().join('');
  const groups = [backwards.slice(0, 6), backwards.slice(6, 8), backwards.slice(8)];
  return groups.filter((group) => group !== '').join('-');
}

/** Marks alone, such as belong to an emoji, are no word. */
const hasSigns = (word: string) => /[\p{L}\p{N}]/u.test(word);

/** The words of a query, the last one as a beginning. */
export function wordsOf(q: string): string[] {
  const words = (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(hasSigns);
  return words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`));
}

/** The words of a query, all of them at once; undefined where it has none. */
export const wordQuery = (q: string): string | undefined => wordsOf(q).join(' & ') || undefined;

/** A pattern for words as they are typed: the signs of a pattern stand for themselves. */
export const patternOf = (q: string) => `%${q.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
