import { useEffect, useEffectEvent, useState } from 'react';
import { afterFirstData } from './after-first-data.ts';
import { readEvents, retryDelay } from './event-stream.ts';

export interface LiveConnection {
  readonly url: string;
  /** Called at each try, since another person may be signed in by then. */
  readonly headers: () => Record<string, string>;
  readonly onEvent: (data: string) => void;
  /** Called when connected. Earlier events may be missed, so data has to be read again. */
  readonly onMissed: () => void;
}

/** Keeps a connection open while the page is in view. Returns a function that ends it. */
export function keepLiveConnection(lineNow: () => LiveConnection, setOpen: (isOpen: boolean) => void): () => void {
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const connect = async () => {
    clearTimeout(timer);
    current?.abort();
    const mine = (current = new AbortController());
    const onOpen = () => {
      failures = 0;
      // Something may have changed between reading and connecting.
      lineNow().onMissed();
      setOpen(true);
    };
    await listen(lineNow(), mine.signal, onOpen).catch(() => undefined);
    if (mine.signal.aborted) return;
    setOpen(false);
    failures += 1;
    timer = setTimeout(() => void connect(), retryDelay(failures));
  };
  const hangUp = () => {
    clearTimeout(timer);
    current?.abort();
    current = null;
    setOpen(false);
  };
  const follow = () => {
    if (document.visibilityState === 'hidden') hangUp();
    else if (!current) void connect();
  };
  const wake = () => {
    if (document.visibilityState !== 'hidden') void connect();
  };

  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', wake);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', wake);
    hangUp();
  };
}

async function listen({ url, headers, onEvent }: LiveConnection, signal: AbortSignal, onOpen: () => void) {
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers() },
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`stream ${response.status}`);
  onOpen();
  await readEvents(response.body, onEvent);
}

/**
 * Keeps one connection of server-sent events open while the page is visible: a browser has only a few for each server. Returns
 * whether it is open. A broken one is tried again after one second to thirty.
 */
export function useLiveConnection(line: LiveConnection): boolean {
  const [open, setOpen] = useState(false);
  const lineNow = useEffectEvent(() => line);
  useEffect(() => {
    let end: (() => void) | undefined;
    const cancel = afterFirstData(() => (end = keepLiveConnection(() => lineNow(), setOpen)));
    return () => {
      cancel();
      end?.();
    };
  }, []);
  return open;
}
