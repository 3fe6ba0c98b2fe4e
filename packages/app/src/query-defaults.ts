import { ApiError } from '@baraza/contract/core/error';

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

/**
 * When what the server answered is drawn: at once, and not a timer later, as is the library's way, since the second press of a double
 * click would still find the button awake. So what a mutation changes is drawn before the callbacks given to `mutate`, which are
 * lost where their component went with it.
 */
export const drawAtOnce: (draw: () => void) => void = queueMicrotask;
