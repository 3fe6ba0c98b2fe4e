import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again and again, with a pause of so many milliseconds, until the returned function is called; that waits for
 * what is under way. A database that is away is reported by whoever serves requests.
 */
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
