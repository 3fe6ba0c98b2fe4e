import { drawAtOnce, queryDefaults } from '@baraza/app/query-defaults';
import { ApiError } from '@baraza/contract/error';
import { MutationCache, QueryClient, notifyManager } from '@tanstack/react-query';
import { onSessionChange } from './token.ts';

notifyManager.setScheduler(drawAtOnce);

export const queryClient = new QueryClient({
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
