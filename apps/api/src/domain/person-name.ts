import type { IdentityLevel } from '@baraza/contract/complaint/identity';

/** The name of an account whose person was erased. */
export const erasedName = { firstName: 'Deleted', lastName: 'account' } as const;

/** First and last name as they stand in an account. */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A citizen's name as staff read it: "Amina O." of Amina Okafor. The stand-in of an erased one stays whole. */
export function maskedName({ firstName, lastName }: PersonName): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  if (isErasedName({ firstName, lastName })) return `${first} ${last}`;
  const initial = Array.from(signs.segment(last), ({ segment }) => segment).find((it) => /[\p{L}\p{N}]/u.test(it));
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** What the desk knows a complaint by. */
export interface Sender {
  readonly identity: IdentityLevel;
  readonly trackingId: string;
}

/** The name that staff read as a complaint's sender: masked, or made up from the end of its tracking ID. */
export function senderName({ identity, trackingId }: Sender, name: PersonName): string {
  return identity === 'named' ? maskedName(name) : `Citizen ${trackingId.slice(-4)}`;
}

/** How an answer addresses a citizen. */
export function addressedAs(name: PersonName): string {
  return isErasedName(name) ? maskedName(name) : name.firstName.trim();
}

function isErasedName({ firstName, lastName }: PersonName): boolean {
  return firstName === erasedName.firstName && lastName === erasedName.lastName;
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
