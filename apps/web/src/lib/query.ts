import { queryDefaults } from '@baraza/app/query-defaults';
import { QueryClient, notifyManager } from '@tanstack/react-query';
import { onSessionChange } from './token.ts';

// Not a timer later, as is the library's way: the second press of a double click would still find the button awake.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

// What one person read must not be seen by the next.
onSessionChange(() => queryClient.clear());
