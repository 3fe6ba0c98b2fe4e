import { useEffect, useState, useSyncExternalStore } from 'react';
import { paths } from '../router/paths.ts';
import { emptyOutbox, getOutbox, guestOwner, isUnsent, readOutbox, subscribeToOutbox, type Outbox } from './outbox.ts';

/** Returns an account's outbox, oldest first. */
export function useOutbox(account: string | undefined): Outbox {
  const all = useWholeOutbox();
  return { ...all, items: all.items.filter((item) => item.account === account) };
}

const useWholeOutbox = () => useSyncExternalStore(subscribeToOutbox, getOutbox, () => emptyOutbox);

/** Limit for reading the outbox from the device, in milliseconds. */
const patience = 2000;

/** Counts unsent items that a log-out would delete, with the outbox's path; undefined until the outbox is read. */
export function useUnsent(): { readonly count: number; readonly path: string } | undefined {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const done = () => setRead(true);
    const timer = setTimeout(done, patience);
    void readOutbox().finally(done);
    return () => clearTimeout(timer);
  }, []);
  const unsent = useWholeOutbox().items.filter((item) => isUnsent(item) && item.account !== guestOwner);
  return isRead ? { count: unsent.length, path: paths.outbox } : undefined;
}
