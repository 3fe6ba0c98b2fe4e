/// <reference lib="webworker" />
import { savesData } from '@baraza/app/browser/line';
import { attempt } from '../lib/device/storage.ts';
import { sendOutbox } from './send-outbox.ts';

/** Set by the build: the portal's files, and a version derived from their content. */
declare const portalFiles: readonly string[];
declare const portalVersion: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/* Opens the portal offline and sends the outbox. It stores only files of the build, never an API response. */
const current = `portal-${portalVersion}`;
/** Wait for the network before the stored page opens, in milliseconds. */
const patience = 4000;
/** Addresses that the server handles, not the portal. */
const otherPages = /^\/(?:api|desk|health|metrics|log|open311|channel|solved|data)(?:[./]|$)/u;

worker.addEventListener('install', (event) => {
  // Where data is to be saved, files are stored once a screen has used them.
  const files = savesData() ? [] : portalFiles;
  const store = async () => (await caches.open(current)).addAll(['/', ...files]);
  event.waitUntil(store().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  // An open page of the previous version keeps its files, so that no typed text is lost.
  event.waitUntil(dropVersionsBefore(1).then(() => worker.clients.claim()));
});

/** Removes older versions except the `kept` newest. A newer one being installed stays. */
async function dropVersionsBefore(kept: number): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('portal-'));
  const older = names.slice(0, Math.max(0, names.indexOf(current) - kept));
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Removes the previous version, unless a page of it may be open. */
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
    const response = await Promise.race([answer, late]);
    // Not after a stored page, which may belong to the previous version.
    if (isPage && response.ok) event.waitUntil(dropUnused().catch(() => undefined));
    return response;
  } catch {
    return (await attempt(() => caches.match(stored))) ?? answer;
  }
}

/** Returns a stored file, or fetches and stores it: names contain a hash, so files never change. */
async function storedOrFetched(request: Request): Promise<Response> {
  const own = await attempt(() => caches.open(current));
  const stored = await own?.match(request.url);
  if (stored) return stored;
  // The previous version's copy will be removed with that version, so it is copied.
  const answer = (await attempt(() => caches.match(request.url))) ?? (await fetch(request));
  const copy = answer.clone();
  // On a full phone the file is used without storing it.
  if (answer.ok) void attempt(() => own?.put(request.url, copy));
  return answer;
}

// Background Sync, missing in the DOM's types: the connection is back.
worker.addEventListener('sync' as never, (event: ExtendableEvent) => event.waitUntil(sendOutbox()));
