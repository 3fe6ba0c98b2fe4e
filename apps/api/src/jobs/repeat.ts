import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats work with a pause in milliseconds. The returned function ends it and waits for work under way. */
export function repeat(pause: number, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await work(signal).catch(() => {});
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = loop();
  return () => {
    stopping.abort();
    return running;
  };
}
