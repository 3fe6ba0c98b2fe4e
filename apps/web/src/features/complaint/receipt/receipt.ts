import type { FiledComplaint } from '@baraza/contract';
import { useSyncExternalStore } from 'react';
import { onSessionChange } from '@baraza/app';

/*
 * The complaint that was just submitted. The form gives it, and the screen it goes back to shows it as a
 * receipt; it lies outside both, since the one is gone when the other comes.
 */
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

export function useReceipt(): FiledComplaint | null {
  return useSyncExternalStore(
    subscribe,
    () => receipt,
    () => null,
  );
}
