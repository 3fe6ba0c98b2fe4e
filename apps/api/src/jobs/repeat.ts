import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteFaults } from '../observability/note-faults.ts';
import type { Services } from '../services.ts';

type Work = (signal: AbortSignal) => Promise<void>;
type Repeated = (() => Promise<void>) & { readonly wake: () => void };

/** Repeats work with a pause in milliseconds, which `wake` cuts short. The returned function ends it and waits for work under way. */
export function repeat(services: Pick<Services, 'log' | 'metrics'>, task: string, pause: number, work: Work): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each thing under way listens.
  setMaxListeners(0, signal);
  const note = noteFaults(services, task);
  const attempt = async () => {
    try {
      await work(signal);
      note();
    } catch (error) {
      if (!signal.aborted) note(error);
    }
  };
  let wake = () => {};
  const loop = async () => {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await attempt();
      await Promise.race([woken, sleep(pause, undefined, { signal, ref: false }).catch(() => {})]);
    }
  };
  const running = loop();
  const stop = () => {
    stopping.abort();
    return running;
  };
  return Object.assign(stop, { wake: () => wake() });
}
