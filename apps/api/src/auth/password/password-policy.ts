import { dictionary } from '@zxcvbn-ts/language-common';
import { message } from '@baraza/contract/core/message';
import { validation } from '../../http/errors.ts';
import type { AccountRow } from '../account.store.ts';

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
type Owner = Pick<AccountRow, 'firstName' | 'lastName' | 'email'>;

/** Refuses an easily guessed password: common, repetitive, or words of the service or its owner. */
export function requireGoodPassword(password: string, owner?: Owner, productName = ''): void {
  if (isEasyPassword(password, owner, productName)) throw validation({ password: message.passwordCommon });
}

/** Whether a password is easily guessed; also used for settings. */
export function isEasyPassword(password: string, owner?: Owner, productName = ''): boolean {
  const plain = password.toLowerCase().trim();
  if (common.has(password) || common.has(plain) || new Set(plain).size <= 2) return true;
  // "BarazaPortal2026!" is as strong as the part without these words.
  const own = owner ? [owner.firstName, owner.lastName, owner.email, owner.email.split('@')[0] ?? ''] : [];
  const words = [...ownWords, productName, ...own].filter((word) => word.length >= 3);
  const long = words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length);
  const rest = long.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.length < 6;
}
