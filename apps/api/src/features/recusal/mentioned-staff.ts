/** Somebody who might be named. */
export interface MentionableStaff {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A last name of a single letter would be found everywhere, and so would an initial among several first names. */
const shortest = 2;

/**
 * Who of these is named in one of the texts: the last name and the first name, or one of several first names, as whole words behind
 * one another in either order, with no more than an initial in between, whatever their case, accents, hooks and strokes.
 */
export function findMentionedStaff<T extends MentionableStaff>(people: readonly T[], texts: readonly string[]): T[] {
  const lines = texts.map(wordsOf);
  const said = new Set(lines.flat());
  const isSaid = (words: readonly string[]) => words.every((word) => said.has(word));
  return people.filter(({ firstName, lastName }) => {
    const last = wordsOf(lastName);
    if (last.join('').length < shortest || !isSaid(last)) return false;
    const firsts = firstNamesOf(firstName).filter(isSaid);
    return firsts.some((first) => lines.some((line) => stands(line, first, last) || stands(line, last, first)));
  });
}

/** The words by which somebody goes: all first names, or each of them alone. */
function firstNamesOf(firstName: string): string[][] {
  const all = wordsOf(firstName);
  if (all.length < 2) return all.length === 0 ? [] : [all];
  return [all, ...all.filter((word) => word.length >= shortest).map((word) => [word])];
}

/** Whether these words stand in a line, the one directly behind the other or with an initial between them. */
function stands(line: readonly string[], one: readonly string[], other: readonly string[]): boolean {
  const are = (words: readonly string[], from: number) => words.every((word, index) => line[from + index] === word);
  return line.some((_, from) => {
    if (!are(one, from)) return false;
    const behind = from + one.length;
    return are(other, behind) || (line[behind]?.length === 1 && are(other, behind + 1));
  });
}

/** Letters that Unicode does not take apart into one without a mark and the mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ɓ: 'b',
  ɗ: 'd',
  đ: 'd',
  ð: 'd',
  ɛ: 'e',
  ħ: 'h',
  ı: 'i',
  ƙ: 'k',
  ł: 'l',
  ŋ: 'n',
  ɲ: 'n',
  ɔ: 'o',
  ø: 'o',
  ƴ: 'y',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const unplain = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/**
 * Letters and digits alone, without the marks above and below them and the strokes through them. An apostrophe or a hyphen parts a
 * name everywhere alike.
 */
export function wordsOf(text: string): string[] {
  const bare = text.normalize('NFKD').toLowerCase();
  const plain = bare.replaceAll(/\p{M}/gu, '').replaceAll(unplain, (letter) => plainLetters[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
