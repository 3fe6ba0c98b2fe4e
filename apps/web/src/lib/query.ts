import { drawAtOnce, queryDefaults } from '@baraza/app/query-defaults';
import { QueryClient, notifyManager } from '@tanstack/react-query';
import { onSessionChange } from './token.ts';

notifyManager.setScheduler(drawAtOnce);

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

// What one person read must not be seen by the next.
onSessionChange(() => queryClient.clear());
