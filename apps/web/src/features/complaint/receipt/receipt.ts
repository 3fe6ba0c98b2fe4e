import type { FiledComplaint } from '@baraza/contract';
import { useSyncExternalStore } from 'react';
import { onSessionChange } from '@baraza/app';

// Outside the form that gives it and the screen that shows it: the one is gone when the other comes.
let receipt: FiledComplaint | null = null;
const listeners = new Set<() => void>();

/** Sets or, with null, takes away the receipt on show. */
export function setReceipt(complaint: FiledComplaint | null): void {
  receipt = complaint;
  for (const listener of listeners) listener();
}

// Only who submitted it gets to see it.
onSessionChange(() => setReceipt(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const presentReceipt = () => receipt;

/** The complaint that was just submitted, if any. */
export const useReceipt = () => useSyncExternalStore(subscribe, presentReceipt, presentReceipt);
