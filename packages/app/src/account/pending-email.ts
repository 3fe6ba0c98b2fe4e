import { tabStorage } from '../browser/tab-storage.ts';
import { storageKey } from '../this-app.ts';

/** Purpose of the mailed code. */
export type CodePurpose = 'verify' | 'reset';

/** The e-mail a code was sent to, and when; stored for the tab, since a phone may evict the page meanwhile. */
export interface PendingEmail {
  readonly email: string;
  readonly sentAt: number;
  /** The new address of an account; its code is asked for in the profile, with the password. */
  readonly change: boolean;
}

const keyOf = (purpose: CodePurpose) => storageKey(`pendingEmail:${purpose}`);

export function holdEmail(purpose: CodePurpose, email: string, change = false): PendingEmail {
  const pending = { email, sentAt: Date.now(), change };
  tabStorage.set(keyOf(purpose), JSON.stringify(pending));
  return pending;
}

export function heldEmail(purpose: CodePurpose): PendingEmail | null {
  return JSON.parse(tabStorage.get(keyOf(purpose)) ?? 'null') as PendingEmail | null;
}

export const dropEmail = (purpose: CodePurpose): void => tabStorage.remove(keyOf(purpose));
