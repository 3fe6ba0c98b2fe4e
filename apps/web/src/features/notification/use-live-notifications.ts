import { streamNotifications } from '@baraza/contract/notification';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getToken } from '../../lib/token.ts';
import { refreshComplaints } from '../complaint/complaint.api.ts';
import { readEvents, retryDelay } from './event-stream.ts';
import { refreshNotifications } from './notification.api.ts';

/**
 * Keeps one line open to the server while the page is in view, and asks everything about complaints again when
 * a notification comes in. A page out of view lets go of its line: a browser has only a few for each server,
 * and it catches up when it is looked at again. Answers whether the line is open.
 */
export function useLiveNotifications(): boolean {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    let line: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const refresh = () => {
      void refreshNotifications(client);
      void refreshComplaints(client);
    };
    const connect = async () => {
      clearTimeout(timer);
      line?.abort();
      const mine = (line = new AbortController());
      await listen(mine.signal, refresh, () => {
        // Whatever happened while the line was down is caught up with here.
        if (failures > 0) refresh();
        failures = 0;
        setOpen(true);
      }).catch(() => undefined);
      if (mine.signal.aborted) return;
      setOpen(false);
      failures += 1;
      timer = setTimeout(() => void connect(), retryDelay(failures));
    };
    const hangUp = () => {
      clearTimeout(timer);
      line?.abort();
      line = null;
      setOpen(false);
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') {
        hangUp();
        failures = 1;
      } else if (!line) void connect();
    };
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      failures = 1;
      void connect();
    };

    follow();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('online', wake);
      hangUp();
    };
  }, [client]);

  return open;
}

async function listen(signal: AbortSignal, onEvent: () => void, onOpen: () => void): Promise<void> {
  const response = await fetch(`/api${streamNotifications.path}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${getToken() ?? ''}` },
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`stream ${response.status}`);
  onOpen();
  await readEvents(response.body, onEvent);
}
