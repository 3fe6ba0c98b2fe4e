import { useSyncExternalStore } from 'react';
import { emptyOutbox, getOutbox, subscribeToOutbox, type Outbox } from './outbox.ts';

/** The outbox of an account, oldest first. */
export function useOutbox(account: string | undefined): Outbox {
  const all = useSyncExternalStore(subscribeToOutbox, getOutbox, () => emptyOutbox);
  return { ...all, items: all.items.filter((item) => item.account === account) };
}
