import { queryDefaults } from '@baraza/app/query-defaults';
import { QueryClient } from '@tanstack/react-query';
import { onSessionChange } from './token.ts';

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });

// What one person read must not be seen by the next.
onSessionChange(() => queryClient.clear());
