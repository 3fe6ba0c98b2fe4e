/** Somebody who might be named. */
export interface Nameable {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A last name of a single letter would be found everywhere. */
const shortest = 2;

/**
 * Who of these is named in one of the texts: first and last name as whole words, one directly behind the other, in either order,
 * whatever their case and their accents.
 */
export function findNamed<T extends Nameable>(people: readonly T[], texts: readonly string[]): T[] {
  const said = texts.map(wordsOf);
  const single = new Set(said.flat());
  const lines = said.map((words) => ` ${words.join(' ')} `);
  return people.filter(({ firstName, lastName }) => {
    const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
    if (first.length === 0 || last.join('').length < shortest) return false;
    if (![...first, ...last].every((word) => single.has(word))) return false;
    const orders = [
      [...first, ...last],
      [...last, ...first],
    ].map((words) => ` ${words.join(' ')} `);
    return lines.some((line) => orders.some((name) => line.includes(name)));
  });
}

/** Letters and digits alone, without the marks above and below them. An apostrophe or a hyphen parts a name everywhere alike. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
