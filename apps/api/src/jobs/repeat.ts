import { setTimeout as sleep } from 'node:timers/promises';
import { noteFaults } from '../observability/note-faults.ts';
import type { Services } from '../services.ts';

type Work = (signal: AbortSignal) => Promise<void>;

/** Repeats work with a pause in milliseconds. The returned function ends it and waits for work under way. */
export function repeat(
  services: Pick<Services, 'log' | 'metrics'>,
  task: string,
  pause: number,
  work: Work,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const note = noteFaults(services, task);
  const attempt = async () => {
    try {
      await work(signal);
      note();
    } catch (error) {
      if (!signal.aborted) note(error);
    }
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
