import type { ComponentType, ReactNode } from 'react';
import { Route } from '../router/router.tsx';
import { tabStorage } from '../tab-storage.ts';
import { Loading } from './loading.tsx';
import { lazyPart } from './lazy-part.tsx';

const key = 'reloadedFor';

/** Makes a screen whose code comes when it is opened. After an update the old files may be gone: it reloads once. */
export function lazyRoute<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
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
  return lazyPart(loadOrReload, { waiting: <Loading /> });
}

/** Renders a route for each screen, by its address. */
export function routesOf(screens: Record<string, ComponentType>): ReactNode[] {
  return Object.entries(screens).map(([path, Screen]) => (
    <Route key={path} path={path}>
      <Screen />
    </Route>
  ));
}
