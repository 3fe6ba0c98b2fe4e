/**
 * The end of a tracking id such as SDP-26-7F3K92, written backwards as its index has it, from four characters on. People
 * leave out the dashes, or put them elsewhere.
 */
export function trackingTail(q: string): string | undefined {
  const plain = q.replaceAll(/[\s-]/gu, '').toUpperCase();
  if (!/^[0-9A-Z]{4,11}$/u.test(plain)) return undefined;
  const backwards = plain.split('').toReversed().join('');
  const groups = [backwards.slice(0, 6), backwards.slice(6, 8), backwards.slice(8)];
  return groups.filter((group) => group !== '').join('-');
}

/** The words of a query for PostgreSQL: all of them, the last one as far as it was typed. */
export function wordQuery(q: string): string | undefined {
  const words = q.match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');
}
