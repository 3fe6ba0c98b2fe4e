import { drawAtOnce, queryDefaults } from '@baraza/app/query-defaults';
import { readAgainOnceLoaded } from '@baraza/app/read-again';
import { ApiError } from '@baraza/contract/core/error';
import {
  MutationCache,
  QueryClient,
  notifyManager,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { onReturn, onSessionChange } from './token.ts';

notifyManager.setScheduler(drawAtOnce);

/** A query client that also refetches what is being loaded when it is invalidated. */
class Reader extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    readAgainOnceLoaded(
      this.getQueryCache().findAll(filters),
      (queryKey) => void super.invalidateQueries({ queryKey, exact: true }),
    );
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new Reader({
  defaultOptions: queryDefaults,
  mutationCache: new MutationCache({
    // Somebody else was faster: what stands on the screen is old.
    onError: (error) => {
      if (error instanceof ApiError && error.now) void queryClient.invalidateQueries();
    },
  }),
});

// What one person read must not be seen by the next.
onSessionChange(() => queryClient.clear());
// The server says whether the session still lasts.
onReturn(() => void queryClient.invalidateQueries());
