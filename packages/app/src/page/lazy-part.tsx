import { message } from '@baraza/contract';
import { LoadFailure, Spinner } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Route } from '../router/router.tsx';
import { tabStorage } from '../browser/tab-storage.ts';
import { say } from '../language/texts.ts';
import { whenIdle } from '../browser/after-start.ts';
import { isOnline, useOnReconnect } from '../api/use-online.ts';

interface PartOptions<P> {
  readonly waiting?: ReactNode | ((props: P) => ReactNode);
  /** Shows `waiting` instead of an error when the code cannot be loaded. */
  readonly quiet?: boolean;
  /** Schedules fetching the code and returns a canceller; by default after the first paint. */
  readonly schedule?: (run: () => void) => () => void;
}

/** A part whose code can be fetched before it is shown. */
export type LazyPart<P extends object> = ComponentType<P> & { readonly load: () => Promise<void> };

/** Makes a part of a screen that loads its code when first shown; a failure is shown in its place. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { waiting = null, quiet = false, schedule = whenIdle }: PartOptions<P> = {},
): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  function Part(props: P) {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>(loaded ? 'here' : 'waiting');
    useEffect(() => {
      if (state !== 'waiting') return;
      let gone = false;
      const fetchPart = async () => {
        const module = await load().catch(() => null);
        if (module) loaded = module.default;
        // A transition, so that a slow phone still responds to taps.
        if (!gone) startTransition(() => setState(module ? 'here' : 'failed'));
      };
      const cancel = schedule(() => void fetchPart());
      return () => {
        gone = true;
        cancel();
      };
    }, [state]);

    useOnReconnect(() => setState((before) => (before === 'failed' ? 'waiting' : before)));

    const Loaded = loaded;
    if (state === 'here' && Loaded) return <Loaded {...props} />;
    if (state === 'waiting' || quiet) return typeof waiting === 'function' ? waiting(props) : waiting;
    return (
      <LoadFailure
        title={t`This part of the screen could not be loaded.`}
        message={say(isOnline() ? message.unavailable : message.offline)}
        retryText={t`Try again`}
        onRetry={() => setState('waiting')}
      />
    );
  }
  return Object.assign(Part, { load: async () => void (loaded = (await load()).default) });
}

const atOnce = (run: () => void) => {
  run();
  return () => undefined;
};

const key = 'reloadedFor';

/** Makes a screen that loads its code when opened. After an update the old files may be gone: it reloads once. */
export function lazyRoute<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> {
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
  return lazyPart(loadOrReload, { waiting: <Loading />, schedule: atOnce });
}

/** Renders a route for each screen, by its address. */
export function routesOf(screens: Record<string, ComponentType>): ReactNode[] {
  return Object.entries(screens).map(([path, Screen]) => (
    <Route key={path} path={path}>
      <Screen />
    </Route>
  ));
}

/** Shown while the code of a screen loads. */
export function Loading() {
  return (
    <div role="status" className="skeletons grid min-h-[50dvh] place-items-center">
      <Spinner className="size-8 text-brand" />
      <span className="sr-only">{t`Loading`}</span>
    </div>
  );
}
