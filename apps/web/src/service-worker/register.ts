import { afterStart } from '@baraza/app';

declare global {
  var trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } | undefined;
}

/** Installs the service worker, where the browser has one. Its files wait until the first screen and its data are there. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const url = '/sw.js';
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener('controllerchange', storeWhatIsLoaded, { once: true });
  afterStart(() => {
    const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => url });
    // Without it, the portal works while there is a network.
    navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url).catch(() => undefined);
  });
}

/** Asks again for what came before the worker did: it stores the language and rare letters. */
function storeWhatIsLoaded(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  for (const url of loaded.filter((it) => new URL(it).pathname.startsWith('/assets/')))
    fetch(url, { cache: 'force-cache' }).catch(() => undefined);
}
