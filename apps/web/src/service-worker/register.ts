declare global {
  var trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } | undefined;
}

/** Installs the service worker once the page has loaded, where the browser has one. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const url = '/sw.js';
  const register = () => {
    const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => url });
    // Without it, the portal works while there is a network.
    navigator.serviceWorker.register(policy?.createScriptURL(url) ?? url).catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
