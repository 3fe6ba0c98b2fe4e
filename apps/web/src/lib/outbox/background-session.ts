import { attempt, del, get, set } from '../device/storage.ts';

/** The session for the service worker, which cannot read `localStorage`. Logging out deletes it. */
export interface BackgroundSession {
  readonly account: string;
  readonly token: string;
}

const key = 'session';

export const readSession = () => get<BackgroundSession>(key);

/** Stores a session for the service worker, or deletes it. */
export async function keepSession(session: BackgroundSession | null): Promise<void> {
  // Without a database, items are sent only while a page is open.
  await (session ? set(key, session) : del(key)).catch(() => undefined);
}

/** Registers a background sync, which wakes the service worker when the connection is back. */
export async function askForSync(): Promise<void> {
  // Where background sync is off, an open page sends.
  await attempt(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register('outbox');
  });
}
