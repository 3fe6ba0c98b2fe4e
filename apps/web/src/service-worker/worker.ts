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

/** Removes the versions before this one, but for so many of the newest. One that is just being stored comes after it. */
async function dropVersionsBefore(kept: number): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('portal-'));
  const older = names.slice(0, Math.max(0, names.indexOf(current) - kept));
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Once the portal is opened anew, and no page of it is open any more, nothing needs the version before. */
async function dropUnused(): Promise<void> {
  if ((await worker.clients.matchAll({ type: 'window' })).length === 0) await dropVersionsBefore(0);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || otherPages.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(newest(request, '/'));
  else if (pathname.startsWith('/assets/')) event.respondWith(storedOrFetched(request));
  else if (portalFiles.includes(pathname)) event.respondWith(newest(request, pathname));
});

async function newest(request: Request, stored: string): Promise<Response> {
  const answer = fetch(request, request.mode === 'navigate' ? {} : { signal: AbortSignal.timeout(patience) });
  const late = new Promise<never>((_, reject) => setTimeout(reject, patience));
  try {
    const found = await Promise.race([answer, late]);
    // Not without a network: then the version before may be the one that opens.
    if (request.mode === 'navigate') void dropUnused();
    return found;
  } catch {
    return (await caches.match(stored)) ?? answer;
  }
}

/** Files whose names hold a hash of their content never change. */
async function storedOrFetched(request: Request): Promise<Response> {
  const stored = await caches.match(request.url);
  if (stored) return stored;
  const answer = await fetch(request);
  const copy = answer.clone();
  // On a full phone it is shown all the same.
  if (answer.ok) void keep(request.url, copy).catch(() => undefined);
  return answer;
}

async function keep(url: string, copy: Response): Promise<void> {
  await (await caches.open(current)).put(url, copy);
}

// Background Sync, which the DOM's types do not know: there is a connection again.
worker.addEventListener('sync' as never, (event: ExtendableEvent) => event.waitUntil(sendOutbox()));
