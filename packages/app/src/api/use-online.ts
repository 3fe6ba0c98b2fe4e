import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/* One state of the connection: `navigator.onLine` knows the device alone, the last request the server. */
const probeEveryMs = 2000;
let isReachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Returns whether the device has a network and the server responded last. */
export const isOnline = (): boolean => navigator.onLine && isReachable;

/** Records whether a request got any response. */
export function reportContact(hasAnswered: boolean): void {
  clearTimeout(probe);
  if (!hasAnswered) probe = setTimeout(() => void askServer(), probeEveryMs);
  if (hasAnswered === isReachable) return;
  isReachable = hasAnswered;
  for (const listener of listeners) listener();
}

async function askServer(): Promise<void> {
  const response = await fetch('/health/live', { cache: 'no-store' }).catch(() => null);
  reportContact(response !== null);
}

/** Calls back when the connection is lost or comes back. */
export function subscribeToConnection(listener: () => void): () => void {
  const onOnline = () => {
    reportContact(true);
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToConnection, isOnline, () => true);
}

/** Calls back each time the connection has come back. */
export function useOnReconnect(onReconnect: () => void): void {
  const online = useOnline();
  const wasOnline = useRef(online);
  const onBack = useEffectEvent(onReconnect);
  useEffect(() => {
    if (online && !wasOnline.current) onBack();
    wasOnline.current = online;
  }, [online]);
}
