import { useSyncExternalStore } from 'react';
import { isDesk } from '../this-app.ts';

type SessionEnd = 'expired' | 'logout' | null;

/** The token of an app, kept under `key`: both apps lie at one address, so each needs a key of its own. */
export function createTokenStore(key: string) {
  const listeners = new Set<() => void>();
  /** Written for a moment: tells the other tabs why the session ends. */
  const endKey = `${key}.end`;
  let token = read();
  let lastEnd: SessionEnd = null;
  /** The token of the session that was logged out last. */
  let left: string | null = null;

  function read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked: the session lasts as long as the page.
      return null;
    }
  }

  function tell(next: string | null, end: SessionEnd): void {
    if (end === 'logout') left = token ?? left;
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

  /** Outcome of the session in another tab. A log-out by its owner counts even if it had expired before. */
  function follow(heard: SessionEnd): void {
    const next = read();
    // The event may arrive once the next person is signed in: the previous one has logged out all the same.
    const end = heard === 'logout' || next === null ? (heard ?? 'expired') : null;
    if (next !== token || (next === null && end === 'logout' && lastEnd !== end)) tell(next, end);
  }

  const getToken = (): string | null => token;
  /** How the last session ended; after a logout also while the next one lasts that another tab has opened. */
  const getSessionEnd = (): SessionEnd => lastEnd;
  const startSession = (next: string): void => change(next, null);
  /** Whether this token's session ended by logging out, even if somebody else is in. */
  const wasLeft = (session: string | null): boolean => session !== null && session === left;

  function endSession(end: SessionEnd): void {
    const kept = read();
    // Another tab is further already: the token of the next person is not this one's to end, and why the session is over,
    // this tab is about to hear. Should it never hear, it looks for itself.
    if (end === 'expired' && kept !== null && kept !== token) setTimeout(() => follow(null), 1000);
    else change(null, end);
  }

  /** Calls `listener` whenever a session begins or ends, in this tab or in another. */
  function onSessionChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

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
      if (!persisted) return;
      if (read() !== token) clearPage();
      location.reload();
    });
  }

  return { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, useToken };
}

/** Clears the page of somebody who has left: another person may hold the device now. */
function clearPage(): void {
  // Not only hidden: the browser may ask whether to leave a page where something was typed, and the answer may be no.
  document.body.replaceChildren();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so nothing is in it.
  }
}

/** The session of this app. */
export const { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, useToken } =
  createTokenStore(isDesk ? 'deskAuthToken' : 'authToken');
