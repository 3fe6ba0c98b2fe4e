import { paths } from './paths.ts';
import { tabStorage } from '@baraza/app/tab-storage';

const key = 'returnTo';

/** Remembers where the person wanted to go before they had to log in; outlives a reload and the e-mail check. */
export function rememberReturn(address: string): void {
  tabStorage.set(key, address);
}

/** The remembered address, once. Only addresses inside the app count. */
export function takeReturn(): string {
  const address = tabStorage.get(key);
  tabStorage.remove(key);
  return address && /^\/app(?:[/?#]|$)/iu.test(address) ? address : paths.app;
}
