/// <reference lib="webworker" />
import { sendOutbox } from './send-outbox.ts';

/** Written by the build: what the portal consists of, and a name for exactly that. */
declare const portalFiles: readonly string[];
declare const portalVersion: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/* Opens the portal without a network, and sends what waits. It stores files of the build alone, never an answer of the API. */
const current = `portal-${portalVersion}`;
/** Milliseconds that a page may take on a poor line before the stored one opens. */
const patience = 4000;
/** Addresses of the server that the portal does not open. */
const otherPages = /^\/(?:api|desk|health|metrics|log|open311|channel|solved|data)(?:[./]|$)/u;

worker.addEventListener('install', (event) => {
  const store = async () => (await caches.open(current)).addAll(['/', ...portalFiles]);
  event.waitUntil(store().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  // A page of the version before stays open as it is, with all its parts: nothing that was typed is lost.
  event.waitUntil(dropVersionsBefore(1).then(() => worker.clients.claim()));
});

/** Removes the versions before this one, but for so many of the newest. A newer one that is being installed stays. */
async function dropVersionsBefore(kept: number): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('portal-'));
  const older = names.slice(0, Math.max(0, names.indexOf(current) - kept));
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Removes the version before, unless a page of it may be open. */
async function dropUnused(): Promise<void> {
  if ((await worker.clients.matchAll({ type: 'window' })).length === 0) await dropVersionsBefore(0);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || otherPages.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(newest(event, '/'));
  else if (pathname.startsWith('/assets/')) event.respondWith(storedOrFetched(request));
  else if (portalFiles.includes(pathname)) event.respondWith(newest(event, pathname));
});

async function newest(event: FetchEvent, stored: string): Promise<Response> {
  const isPage = event.request.mode === 'navigate';
  const answer = fetch(event.request, isPage ? {} : { signal: AbortSignal.timeout(patience) });
  const late = new Promise<never>((_, reject) => setTimeout(reject, patience));
  try {
    const found = await Promise.race([answer, late]);
    // Not behind a stored page, which may be that of the version before.
    if (isPage && found.ok) event.waitUntil(dropUnused().catch(() => undefined));
    return found;
  } catch {
    return (await caches.match(stored)) ?? answer;
  }
}

/** Files whose names hold a hash of their content never change. */
async function storedOrFetched(request: Request): Promise<Response> {
  const own = await caches.open(current);
  const stored = await own.match(request.url);
  if (stored) return stored;
  // What the version before stored would go with it.
  const answer = (await caches.match(request.url)) ?? (await fetch(request));
  const copy = answer.clone();
  // On a full phone it is shown all the same.
  if (answer.ok) void own.put(request.url, copy).catch(() => undefined);
  return answer;
}

// Background Sync, which the DOM's types do not know: there is a connection again.
worker.addEventListener('sync' as never, (event: ExtendableEvent) => event.waitUntil(sendOutbox()));
