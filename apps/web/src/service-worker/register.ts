import { afterStart } from '@baraza/app';
import { attempt } from '../lib/device/storage.ts';

declare global {
  var trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } | undefined;
}

/** Registers the service worker, if the browser supports it. Its files are fetched after the first screen and its data. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  const url = '/sw.js';
  // Without a service worker, the portal works online only.
  void attempt(() => {
    const worker = navigator.serviceWorker;
    if (!worker.controller) worker.addEventListener('controllerchange', storeLoadedAssets, { once: true });
    const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => url });
    afterStart(() => void attempt(() => worker.register(policy?.createScriptURL(url) ?? url)));
  });
}

/** Requests assets again that loaded before the worker. It then stores the language and rare letters. */
function storeLoadedAssets(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  for (const url of loaded.filter((name) => new URL(name).pathname.startsWith('/assets/')))
    fetch(url, { cache: 'force-cache' }).catch(() => undefined);
}
