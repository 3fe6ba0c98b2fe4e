import type { DeskComplaintSummary } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { hasHeldReply } from '../composer/use-held-replies.ts';
import type { QueueRows } from './use-queue-rows.ts';

/**
 * Returns the complaints before and after the open one; none that was answered seconds ago comes next. Near the end of the loaded rows
 * it fetches the next page.
 */
export function useNeighbours({ query, rows }: QueueRows, id: string | undefined) {
  const before = useRef<readonly DeskComplaintSummary[]>([]);
  const inList = id !== undefined && rows.some((row) => row.id === id);
  useEffect(() => {
    if (inList) before.current = rows;
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const wantsMore = id !== undefined && isNearEnd(rows, id) && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) void fetchNextPage({ cancelRefetch: false });
  }, [wantsMore, fetchNextPage]);

  const client = useQueryClient();
  const waiting = rows.filter((row) => row.id === id || !hasHeldReply(client, row.id));
  const first = waiting[0] ?? null;
  if (id === undefined) return { next: first, previous: null };
  return {
    next: neighbour(waiting, id, 1, before.current) ?? (inList ? null : first),
    previous: neighbour(rows, id, -1, before.current),
  };
}

/** Returns the row after or before `id`; null at the ends. For a row that left the list, `before` gives its place. */
export function neighbour<T extends { id: string }>(
  rows: readonly T[],
  id: string,
  step: 1 | -1,
  before: readonly { id: string }[] = [],
): T | null {
  const order = rows.some((row) => row.id === id) ? rows : before;
  const index = order.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const beyond = step > 0 ? order.slice(index + 1) : order.slice(0, index).toReversed();
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return beyond.flatMap((row) => rowById.get(row.id) ?? [])[0] ?? null;
}

/** Whether `id` is one of the last five rows. */
export function isNearEnd(rows: readonly { id: string }[], id: string): boolean {
  return rows.slice(-5).some((row) => row.id === id);
}
