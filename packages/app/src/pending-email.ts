import { tabStorage } from './tab-storage.ts';

/**
 * The e-mail a code was sent to, and when. Kept for the tab, so that it is still known when the phone has
 * thrown the page away while the person was reading their mail.
 */
export interface PendingEmail {
  readonly email: string;
  readonly sentAt: number;
  /** The new address of an account; its code is asked for in the profile, with the password. */
  readonly change?: boolean;
}

/** Makes the memory of an app for codes of one kind; apps at one address use names of their own. */
export function createPendingEmail(key: string) {
  return {
    hold(email: string, { sentAt = Date.now(), change = false } = {}): PendingEmail {
      const pending = { email, sentAt, change };
      tabStorage.set(key, JSON.stringify(pending));
      return pending;
    },
    held(): PendingEmail | null {
      try {
        return JSON.parse(tabStorage.get(key) ?? 'null') as PendingEmail | null;
      } catch {
        return null;
      }
    },
    drop: () => tabStorage.remove(key),
  };
}
