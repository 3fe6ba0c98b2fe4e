import { setTimeout as sleep } from 'node:timers/promises';
import { rootCause } from '../config/root-cause.ts';
import type { Services } from '../services.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** Repeats work with a pause in milliseconds. The returned function ends it and waits for work under way. */
export function repeat(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  task: string,
  pause: number,
  work: Work,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastFault: string | undefined;
  const attempt = async () => {
    let fault: string | undefined;
    try {
      await work(signal);
      if (lastFault !== undefined) log.info({ task }, 'Repeated work succeeds again.');
    } catch (error) {
      if (signal.aborted) return;
      fault = rootCause(error).message;
      // Once, not ten times a second.
      if (fault !== lastFault) log.error({ err: error, task }, 'Repeated work failed and is tried again.');
    }
    lastFault = fault;
    metrics.repeatsFailing.set({ task }, fault === undefined ? 0 : 1);
  };
  const loop = async () => {
    while (!signal.aborted) {
      await attempt();
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = loop();
  return () => {
    stopping.abort();
    return running;
  };
}
