import { queryDefaults } from '@baraza/app/query-defaults';
import { ApiError } from '@baraza/contract/error';
import { MutationCache, QueryClient, notifyManager } from '@tanstack/react-query';
import { onSessionChange } from './token.ts';

// Not a timer later, as is the library's way: the second press of a double click would still find the button awake.
// What a mutation changes is drawn before the callbacks given to `mutate`, which are lost where their component went with it.
notifyManager.setScheduler(queueMicrotask);

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
