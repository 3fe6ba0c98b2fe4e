import { ApiError } from '@baraza/contract';
import {
  MutationCache,
  QueryClient,
  notifyManager,
  onlineManager,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import { isOnline, subscribeToConnection } from './use-online.ts';
import { onSessionChange } from './token.ts';

// An answer is drawn at once: a timer later, the second press of a double click would still find the button enabled.
notifyManager.setScheduler(queueMicrotask);

// Queries that failed without a connection are retried when it is back.
if (typeof window !== 'undefined') {
  onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(isOnline())));
}

/** How long an answer counts as new, in milliseconds. */
const staleTime = 15_000;

/** Only what may pass by itself is tried again: no answer, or a server that is busy or restarting. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Refetches queries invalidated during their first load too: the server may have read before the change. */
class AppQueryClient extends QueryClient {
  readonly #refetchedOnceLoaded = new WeakSet<Promise<unknown>>();

  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) this.#refetchOnceLoaded(query);
    return super.invalidateQueries(filters, options);
  }

  #refetchOnceLoaded({ queryKey, promise, state }: Query): void {
    const isFirstLoad = state.data === undefined && state.fetchStatus !== 'idle';
    if (!isFirstLoad || !promise || this.#refetchedOnceLoaded.has(promise)) return;
    this.#refetchedOnceLoaded.add(promise);
    promise.then(
      () => void super.invalidateQueries({ queryKey, exact: true }),
      // Nothing is shown that could be old.
      () => undefined,
    );
  }
}

export const queryClient = new AppQueryClient({
  defaultOptions: {
    // Offline is said on the screen with a way to try again; queries never hang in wait for the network.
    queries: { retry: isWorthRetrying, networkMode: 'always', staleTime },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    // Somebody else was faster: the screen is out of date.
    onError: (error) => {
      if (error instanceof ApiError && error.now) void queryClient.invalidateQueries();
    },
  }),
});

// The next person must not see data of the previous one.
onSessionChange(() => queryClient.clear());
