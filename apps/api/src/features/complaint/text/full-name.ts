/** First and last name as they stand in an account. */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

const inWord = String.raw`[\p{L}\p{M}\p{N}]`;
const word = new RegExp(`${inWord}+`, 'gu');

/** Wraps a pattern so that it matches whole words alone, ignoring case. */
export function wholeWords(pattern: string): RegExp {
  return new RegExp(`(?<!${inWord})(?:${pattern})(?!${inWord})`, 'giu');
}

/** The words of a text. A hyphen or an apostrophe separates two, so that it may be written in any form. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/** Pattern of a full name: first and last name as whole words, in either order; undefined where one is missing. */
export function fullNamePattern({ firstName, lastName }: PersonName): RegExp | undefined {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  if (first.length === 0 || last.length === 0) return undefined;
  const inOrder = (words: readonly string[]) => words.join(String.raw`[\s,.'’ʼ\p{Pd}]+`);
  return wholeWords(`${inOrder([...first, ...last])}|${inOrder([...last, ...first])}`);
}
