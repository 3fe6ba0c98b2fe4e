import type { ComponentType } from 'react';
import { part } from '../lib/page/part.tsx';
import { tabStorage } from '@baraza/app/tab-storage';
import { Loading } from './loading.tsx';

const key = 'reloadedFor';

/**
 * A screen whose code comes when it is opened. After an update of the portal the files of the old one may be gone:
 * then the page is loaded anew, once. Without a network, the screen says so inside the frame and can be tried again.
 */
export function screen(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const loadOrReload = async () => {
    try {
      const loaded = await load();
      tabStorage.remove(key);
      return loaded;
    } catch (error) {
      if (!navigator.onLine || tabStorage.get(key) === location.pathname) throw error;
      tabStorage.set(key, location.pathname);
      location.reload();
      return new Promise<never>(() => {});
    }
  };
  return part(loadOrReload, { waiting: <Loading /> });
}
