import { useEffect, useSyncExternalStore } from 'react';
import { paths } from '../router/paths.ts';
import { emptyOutbox, getOutbox, guestOwner, isUnsent, readOutbox, subscribeToOutbox, type Outbox } from './outbox.ts';

/** The outbox of an account, oldest first. */
export function useOutbox(account: string | undefined): Outbox {
  const all = useAll();
  return { ...all, items: all.items.filter((item) => item.account === account) };
}

const useAll = () => useSyncExternalStore(subscribeToOutbox, getOutbox, () => emptyOutbox);

/** How much a log-out would delete unsent, and the screen where it is sent first. Guests' items go on without an account. */
export function useUnsent(): { readonly count: number; readonly path: string } {
  // Shortly after the start the page has not read it yet.
  useEffect(() => void readOutbox(), []);
  const unsent = useAll().items.filter((item) => isUnsent(item) && item.account !== guestOwner);
  return { count: unsent.length, path: paths.outbox };
}
