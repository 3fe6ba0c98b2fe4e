import { useSyncExternalStore } from 'react';
import { isDesk } from '../this-app.ts';

type SessionEnd = 'expired' | 'logout' | null;

/** Stores an app's session token under `key`. Both apps share one origin, so each needs its own key. */
export function createTokenStore(key: string) {
  const listeners = new Set<() => void>();
  /** Written for a moment to notify the other tabs why the session ends. */
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

  function setSession(next: string | null, end: SessionEnd): void {
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
      // Storage is blocked.
    }
    setSession(next, end);
  }

  /** Follows a change by another tab. A log-out by the owner counts even if the session had expired before. */
  function follow(reportedEnd: SessionEnd): void {
    const next = read();
    // The event may arrive once the next person is signed in: the previous one has logged out all the same.
    const end = reportedEnd === 'logout' || next === null ? (reportedEnd ?? 'expired') : null;
    if (next !== token || (next === null && end === 'logout' && lastEnd !== end)) setSession(next, end);
  }

  const getToken = (): string | null => token;
  /** Returns how the last session ended; after a log-out also while another tab's next session lasts. */
  const getSessionEnd = (): SessionEnd => lastEnd;
  const startSession = (next: string): void => change(next, null);
  /** Whether this token's session ended by logging out. Another person may be signed in by now. */
  const wasLeft = (session: string | null): boolean => session !== null && session === left;

  function endSession(end: SessionEnd): void {
    const kept = read();
    // Another tab has stored the next person's token, which must not end here. The reason arrives as a storage event;
    // if it does not, this tab reads the storage itself.
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
    let reportedEnd: SessionEnd = null;
    window.addEventListener('storage', ({ key: changed, newValue }) => {
      if (changed === endKey && newValue !== null) reportedEnd = newValue === 'logout' ? 'logout' : 'expired';
      // `null`: the storage was emptied.
      if (changed === key || changed === null) follow(changed === null ? 'logout' : reportedEnd);
      if (changed === endKey && newValue === null) reportedEnd = null;
    });
    // A page restored from the back/forward cache has missed all events.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      if (read() !== token) clearPage();
      location.reload();
    });
  }

  return { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, useToken };
}

/** Clears the page of a signed-out person: another person may use the device now. */
function clearPage(): void {
  // Removed, not only hidden: a browser that asks before leaving a form may stay on the page.
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
