import { rootCause } from '../config/root-cause.ts';
import type { Services } from '../services.ts';

/** Returns a function that takes each outcome of repeated work: it logs new faults and their end, and sets the metric. */
export function noteFaults({ log, metrics }: Pick<Services, 'log' | 'metrics'>, task: string) {
  let last: string | undefined;
  return (error?: unknown): void => {
    const fault = error === undefined ? undefined : rootCause(error).message;
    if (fault === undefined && last !== undefined) log.info({ task }, 'Repeated work succeeds again.');
    // Once, not ten times a second.
    if (fault !== undefined && fault !== last)
      log.error({ err: error, task }, 'Repeated work failed and is tried again.');
    last = fault;
    metrics.repeatsFailing.set({ task }, fault === undefined ? 0 : 1);
  };
}
