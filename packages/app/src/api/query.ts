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

// A response is drawn at once; after a timer, a double click would still find the button enabled.
notifyManager.setScheduler(queueMicrotask);

// Queries that failed without a connection are retried when it is back.
if (typeof window !== 'undefined') {
  onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(isOnline())));
}

/** Time that a response counts as fresh, in milliseconds. */
const staleTime = 15_000;

/** Whether to retry: only without a response, or when the server is busy or restarting. */
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
      // Outdated data is never shown.
      () => undefined,
    );
  }
}

export const queryClient = new AppQueryClient({
  defaultOptions: {
    // The screen shows that it is offline, with a retry; queries never pause for the network.
    queries: { retry: isWorthRetrying, networkMode: 'always', staleTime },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    // Another person was faster: the screen is out of date.
    onError: (error) => {
      if (error instanceof ApiError && error.now) void queryClient.invalidateQueries();
    },
  }),
});

// The next person must not see data of the previous one.
onSessionChange(() => queryClient.clear());
