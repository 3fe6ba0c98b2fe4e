import { ApiError } from '@baraza/contract';
import { useSyncExternalStore } from 'react';

/** Continuations of calls that wait for the password; true goes on. */
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

/** Whether a call waits for the password now. */
export function usePasswordAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

/** Continues the waiting calls after a correct password, or fails them. */
export function answerPasswordAsked(goOn: boolean): void {
  const all = waiting;
  setWaiting([]);
  for (const answer of all) answer(goOn);
}

/** Runs a call; if the server requires the password first, prompts for it and runs the call again. */
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
