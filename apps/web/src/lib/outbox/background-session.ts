import { del, get, set } from 'idb-keyval';

/** In whose name the service worker sends while no page is open: it reads no `localStorage`. Logging out empties this too. */
export interface BackgroundSession {
  readonly account: string;
  readonly token: string;
}

const key = 'session';

export const readSession = () => get<BackgroundSession>(key);

/** Keeps a session for the service worker, or forgets it. */
export async function keepSession(session: BackgroundSession | null): Promise<void> {
  // Without a database the outbox waits for an open page.
  await (session ? set(key, session) : del(key)).catch(() => undefined);
}

/** Asks the browser to wake the service worker once there is a connection. */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { sync } = (await navigator.serviceWorker.ready) as { sync?: { register(tag: string): Promise<void> } };
  // Where people switched it off, an open page sends.
  await sync?.register('outbox').catch(() => undefined);
}
