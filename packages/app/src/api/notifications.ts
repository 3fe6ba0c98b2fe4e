import {
  countComplaints,
  getKnownIssue,
  listComplaints,
  listNotifications,
  markNotification,
  markNotifications,
  mostUnread,
  type ReplyOf,
} from '@baraza/contract';
import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHasFirstData } from './after-first-data.ts';
import { call } from './client.ts';

type Page = ReplyOf<typeof listNotifications>;

const queryKey = [listNotifications.path, 'newest'];

/** Reads notifications page by page, and how many are unread; polls where there is no live connection. */
export function useNotifications(pollEveryMs: number | false = false) {
  return useInfiniteQuery({
    queryKey,
    enabled: useHasFirstData(),
    queryFn: ({ pageParam: cursor, signal }) => call(listNotifications, { query: { limit: 30, cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
    refetchInterval: pollEveryMs,
    // The list reads the state later than the bell that asks: without this it would still say "loading" after a failure.
    notifyOnChangeProps: 'all',
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), unread: pages[0]?.unread ?? 0 }),
  });
}

export type NotificationsQuery = ReturnType<typeof useNotifications>;

/** Words for the number of unread notifications, up to the highest counted. */
export function unreadText(unread: number): string {
  return unread < mostUnread ? String(unread) : `${mostUnread - 1}+`;
}

export function refreshNotifications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey });
}

/** Refetches the notifications and the data they concern: the citizen's cards and counts, and a known issue. */
async function refreshShownBy(client: QueryClient): Promise<void> {
  for (const { path } of [listComplaints, countComplaints, getKnownIssue])
    void client.invalidateQueries({ queryKey: [path] });
  await refreshNotifications(client);
}

/** Marks one notification as read. */
export function useMarkNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(markNotification, { params: { id } }),
    onSettled: () => refreshShownBy(client),
  });
}

/** Marks all notifications as read, or those about one complaint. */
export function useMarkNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (complaint?: string) => call(markNotifications, { body: { complaint } }),
    onSettled: () => refreshShownBy(client),
  });
}

interface ReadingOptions {
  /** The complaint was opened by one of its notifications: only that one becomes read. */
  readonly byNotification: boolean;
  readonly isOnScreen: boolean;
}

/** Marks an open complaint's notifications as read: earlier ones, and those that arrive while in view. */
export function useReadComplaint(complaintId: string, { byNotification, isOnScreen }: ReadingOptions): void {
  const { data } = useNotifications();
  const { mutate: markAll } = useMarkNotifications();
  const { mutate: markOne } = useMarkNotification();
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
