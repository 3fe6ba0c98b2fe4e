import { dictionary } from '@zxcvbn-ts/language-common';
import { message } from '@baraza/contract/core/message';
import { validation } from '../../http/errors.ts';

const common = new Set<string>(dictionary['passwords-common'] as readonly string[]);

/** Words of this service that general lists lack. */
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
  // The example in README.md.
  'a long passphrase',
];

/** Owner whose names a password must not consist of. */
export interface Owner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Refuses an easily guessed password: common, repetitive, or words of the service or its owner. */
export function requireGoodPassword(password: string, owner?: Owner, productName = ''): void {
  if (isEasyPassword(password, owner, productName)) throw validation({ password: message.passwordCommon });
}

/** Whether a password is easily guessed; also used for settings. */
export function isEasyPassword(password: string, owner?: Owner, productName = ''): boolean {
  return isEasy(password, wordsOf(owner, productName));
}

function isEasy(password: string, words: readonly string[]): boolean {
  const plain = password.toLowerCase().trim();
  if (common.has(password) || common.has(plain) || new Set(plain).size <= 2) return true;
  // Of "BarazaPortal2026!" only the part without these words has to be guessed.
  const long = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
  const rest = long.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.length < 6;
}

function wordsOf(owner: Owner | undefined, productName: string): string[] {
  const own = owner ? [owner.firstName, owner.lastName, owner.email, owner.email.split('@')[0] ?? ''] : [];
  return [...ownWords, productName, ...own].map((word) => word.toLowerCase());
}
