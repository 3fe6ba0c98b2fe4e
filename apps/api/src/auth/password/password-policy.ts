import { dictionary } from '@zxcvbn-ts/language-common';
import { message } from '@baraza/contract/core/message';
import { validation } from '../../http/errors.ts';

/** What attackers try first: some 49,000 passwords, the most used ones ahead. */
const common = new Set<string>(dictionary['passwords-common'] as readonly string[]);

/** Words of this kind of service that a list of the world does not hold. */
const ownWords = [
  'baraza',
  'complaint',
  'complaints',
  'feedback',
  'ministry',
  'portal',
  'citizen',
  'officer',
  'service',
  'delivery',
  // As README.md has it where it shows how to set one.
  'a long passphrase',
];

/** Of whom a password must not be a copy. */
export interface Owner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/**
 * Refuses a password that is easy to guess: a common one, words of this service or of its owner with little around them, one
 * character over and over. Length is the schema's business; nothing else is asked of a password.
 * @throws AppError 400 at the field `password`.
 */
export function requireGoodPassword(password: string, owner?: Owner, productName = ''): void {
  if (isEasyPassword(password, owner, productName)) throw validation({ password: message.passwordCommon });
}

/** The same for a password that stands in the settings. */
export function isEasyPassword(password: string, owner?: Owner, productName = ''): boolean {
  return isEasy(password, wordsOf(owner, productName));
}

function isEasy(password: string, words: readonly string[]): boolean {
  const plain = password.toLowerCase().trim();
  if (common.has(password) || common.has(plain) || new Set(plain).size <= 2) return true;
  // What is left of "BarazaPortal2026!" without its words is what has to be guessed.
  const long = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
  const rest = long.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.length < 6;
}

function wordsOf(owner: Owner | undefined, productName: string): string[] {
  const own = owner ? [owner.firstName, owner.lastName, owner.email, owner.email.split('@')[0] ?? ''] : [];
  return [...ownWords, productName, ...own].map((word) => word.toLowerCase());
}
