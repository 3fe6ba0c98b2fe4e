import { countComplaints, listComplaints } from '@baraza/contract/complaint/complaint';
import { listNotifications, markNotification } from '@baraza/contract/notification/notification';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, endpointQuery } from '@baraza/app/api/client';

const newest = endpointQuery(listNotifications, { query: { limit: 50 } });

/** The newest notifications and how many are unread. `pollEveryMs`: asks again by itself, where nothing is live. */
export function useNotifications(pollEveryMs: number | false = false) {
  // The list reads the state later than the bell that asks: without this it would still say "loading" after a failure.
  return useQuery({ ...newest, refetchInterval: pollEveryMs, notifyOnChangeProps: 'all' });
}

export function refreshNotifications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: newest.queryKey });
}

/** Marks one as read, in the cache at once; a failure is mended by the next answer of the server. */
export function useMarkNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(markNotification, { params: { id } }),
    onMutate: (id) => markInCache(client, (it) => it.id === id),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [countComplaints.path] });
      return refreshNotifications(client);
    },
  });
}

/** Marks everything about one complaint as read: the citizen has it in front of them. */
function useMarkComplaintRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (complaintId: string) => {
      for await (const id of unreadOf(complaintId)) await call(markNotification, { params: { id } });
    },
    onMutate: (complaintId) => markInCache(client, (it) => it.complaintId === complaintId),
    onSettled: () => {
      void refreshNotifications(client);
      // The cards carry a flag for what is unread, and the dashboard counts it.
      for (const { path } of [listComplaints, countComplaints]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}

interface ReadingOptions {
  /** The complaint was opened by one of its notifications, which alone is read by that. */
  readonly byNotification: boolean;
  /** What is new about it stands on the screen. */
  readonly isOnScreen: boolean;
}

/** Marks what is unread about an open complaint: what was there when it was opened, and what comes in before the reader's eyes. */
export function useReadComplaint(complaintId: string, { byNotification, isOnScreen }: ReadingOptions): void {
  const { data } = useNotifications();
  const { mutate: markAll } = useMarkComplaintRead();
  const { mutate: markOne } = useMarkNotification();
  /** Unread when the complaint was opened. */
  const early = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const unread = data.items.filter((item) => !item.read);
    const mine = unread.filter((item) => item.complaintId === complaintId).map(({ id }) => id);
    if (early.current === undefined) {
      early.current = new Set(mine);
      if (!byNotification && (mine.length > 0 || data.unread > unread.length)) return markAll(complaintId);
    }
    if (isOnScreen) for (const id of mine) if (!early.current.has(id)) markOne(id);
  }, [complaintId, data, byNotification, isOnScreen, markAll, markOne]);
}

/** Loads further pages only while the server has unread ones not yet loaded. */
async function* unreadOf(complaintId: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  let left: number | undefined;
  do {
    const page = await call(listNotifications, { query: { limit: 100, cursor } });
    const unread = page.items.filter((it) => !it.read);
    left = (left ?? page.unread) - unread.length;
    for (const it of unread) if (it.complaintId === complaintId) yield it.id;
    cursor = page.nextCursor ?? undefined;
  } while (cursor && left > 0);
}

function markInCache(client: QueryClient, isMeant: (it: { id: string; complaintId: string }) => boolean): void {
  client.setQueryData(newest.queryKey, (page) => {
    if (!page) return page;
    const read = page.items.filter((it) => !it.read && isMeant(it)).length;
    return {
      ...page,
      items: page.items.map((it) => (isMeant(it) ? { ...it, read: true } : it)),
      unread: Math.max(0, page.unread - read),
    };
  });
}
