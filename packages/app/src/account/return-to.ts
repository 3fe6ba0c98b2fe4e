import { tabStorage } from '../browser/tab-storage.ts';
import { home, storageKey } from '../this-app.ts';

const key = storageKey('returnTo');

/** Remembers where the person wanted to go before they had to log in; outlives a reload and the e-mail check. */
export function rememberReturn(address: string): void {
  tabStorage.set(key, address);
}

/** Returns the remembered address once, then the start of the app. */
export function takeReturn(): string {
  const address = tabStorage.get(key) ?? home;
  tabStorage.remove(key);
  return address;
}
