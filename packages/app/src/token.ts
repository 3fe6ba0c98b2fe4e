import { useSyncExternalStore } from 'react';

/** Why there is no session: the server ended it, or the person did. */
type SessionEnd = 'expired' | 'logout' | null;

/** The token of an app, kept under `key`: both apps lie at one address, so each needs a key of its own. */
export function createTokenStore(key: string) {
  const listeners = new Set<() => void>();
  /** Written for a moment: tells the other tabs why the session ends. */
  const endKey = `${key}.end`;
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
      if (end !== null) localStorage.setItem(endKey, end);
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      localStorage.removeItem(endKey);
    } catch {
      // As above.
    }
    tell(next, end);
  }

  /** What another tab made of the session. One that was ended by its owner counts as that, even where it had ended before. */
  function follow(heard: SessionEnd): void {
    const next = read();
    const end = next === null ? (heard ?? 'expired') : null;
    if (next !== token || (end === 'logout' && lastEnd !== end)) tell(next, end);
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
    let heard: SessionEnd = null;
    window.addEventListener('storage', ({ key: changed, newValue }) => {
      if (changed === endKey && newValue !== null) heard = newValue === 'logout' ? 'logout' : 'expired';
      // `null`: the storage was emptied.
      if (changed === key || changed === null) follow(changed === null ? 'logout' : heard);
      if (changed === endKey && newValue === null) heard = null;
    });
    // A page that was put aside whole and is shown again heard of nothing meanwhile.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) follow(null);
    });
  }

  return { getToken, getSessionEnd, startSession, endSession, onSessionChange, useToken };
}
