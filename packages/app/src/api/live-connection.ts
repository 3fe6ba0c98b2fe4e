import { useEffect, useEffectEvent, useState } from 'react';
import { afterFirstData } from './after-first-data.ts';
import { readEvents, retryDelay } from './event-stream.ts';

export interface LiveConnection {
  readonly url: string;
  /** Asked for anew at each try: who is signed in. */
  readonly headers: () => Record<string, string>;
  readonly onEvent: (data: string) => void;
  /** The line is open. News before it may have been missed, so whatever was read has to be read again. */
  readonly onMissed: () => void;
}

/** Keeps a line open while the page is in view, made anew at each try. Returns what ends it. */
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
      // Between reading and listening something may have happened.
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
