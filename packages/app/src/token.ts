import { useSyncExternalStore } from 'react';

/** Why there is no session: the server ended it, or the person did. */
type SessionEnd = 'expired' | 'logout' | null;

/** The token of an app, kept under `key`: both apps lie at one address, so each needs a key of its own. */
export function createTokenStore(key: string) {
  const listeners = new Set<() => void>();
  let token = read();
  let lastEnd: SessionEnd = null;

  function read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked: the session lasts as long as the page.
      return null;
    }
  }

  function tell(next: string | null, end: SessionEnd): void {
    token = next;
    lastEnd = end;
    for (const listener of listeners) listener();
  }

  function change(next: string | null, end: SessionEnd): void {
    try {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // As above.
    }
    tell(next, end);
  }

  const getToken = (): string | null => token;
  const getSessionEnd = (): SessionEnd => lastEnd;
  const startSession = (next: string): void => change(next, null);
  const endSession = (end: SessionEnd): void => change(null, end);

  /** Calls `listener` whenever a session begins or ends, in this tab or in another. */
  function onSessionChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The token, and a new rendering when it comes or goes. */
  function useToken(): string | null {
    return useSyncExternalStore(onSessionChange, getToken, () => null);
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      // `null`: another tab logged out and emptied the storage.
      if (event.key !== key && event.key !== null) return;
      const next = read();
      if (next !== token) tell(next, next === null ? 'logout' : null);
    });
  }

  return { getToken, getSessionEnd, startSession, endSession, onSessionChange, useToken };
}
