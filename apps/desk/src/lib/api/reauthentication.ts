import { ApiError } from '@baraza/contract/core/error';
import { useSyncExternalStore } from 'react';

/** Whoever waits for the password to be typed, and is told whether it was. */
let waiting: ((goOn: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Whether the password is asked for now. */
export function usePasswordAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

/** The password was typed, and was right; or somebody would rather not. */
export function answerPasswordAsked(goOn: boolean): void {
  const all = waiting;
  setWaiting([]);
  for (const answer of all) answer(goOn);
}

/** Does something. Where the server wants to see the password again first, it is asked for, and then the same is done once more. */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
    const goOn = await new Promise<boolean>((answer) => setWaiting([...waiting, answer]));
    if (!goOn) throw error;
    return act();
  }
}
