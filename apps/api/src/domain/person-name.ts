import { fullName, isNoName } from '@baraza/contract';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';

/** The name of an account whose person was erased. */
export const erasedName = { firstName: 'Deleted', lastName: 'account' } as const;

/** First and last name of an account. */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Joins first and last name as they are shown. */
export const shownName = ({ firstName, lastName }: PersonName): string =>
  fullName({ first_name: firstName, last_name: lastName });

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Masks a citizen's name for staff: Amina Okafor becomes "Amina O.". The stand-in for an erased citizen stays whole. */
export function maskedName({ firstName, lastName }: PersonName): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  if (isErasedName({ firstName, lastName })) return `${first} ${last}`;
  const initial = Array.from(signs.segment(last), ({ segment }) => segment).find((sign) => /[\p{L}\p{N}]/u.test(sign));
  if (initial === undefined) return first;
  return isNoName(first) ? `${initial}.` : `${first} ${initial}.`;
}

/** Facts of a complaint from which the desk names its sender. */
export interface Sender {
  readonly identity: IdentityLevel;
  readonly trackingId: string;
}

/** Returns the name of a complaint's sender for staff: masked, or made up from the end of its tracking ID. */
export function senderName({ identity, trackingId }: Sender, name: PersonName): string {
  return identity === 'named' ? maskedName(name) : `Citizen ${trackingId.slice(-4)}`;
}

/** Returns the name by which a reply addresses a citizen. */
export function addressedAs(name: PersonName): string {
  return isErasedName(name) || isNoName(name.firstName) ? maskedName(name) : name.firstName.trim();
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

/** Splits a text into words. Hyphens and apostrophes separate words, so that either form of them matches. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/** Returns a pattern of first and last name as whole words in either order; undefined where one is missing. */
export function fullNamePattern({ firstName, lastName }: PersonName): RegExp | undefined {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  if (first.length === 0 || last.length === 0) return undefined;
  const inOrder = (words: readonly string[]) => words.join(String.raw`[\s,.'’ʼ\p{Pd}]+`);
  return wholeWords(`${inOrder([...first, ...last])}|${inOrder([...last, ...first])}`);
}
