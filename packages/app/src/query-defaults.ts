import { ApiError } from '@baraza/contract/error';

/** Only what may pass by itself is tried again: no answer, or a server that is busy or restarting. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** How an app asks the server; times are in milliseconds. */
export const queryDefaults = {
  // Offline is said on the screen with a way to try again; queries never hang in wait for the network.
  queries: { retry: worthRetrying, networkMode: 'always', staleTime: 15_000 },
  mutations: { networkMode: 'always' },
} as const;
