import type { DeskComplaintSummary } from '@baraza/contract';
import { useEffect, useRef } from 'react';
import type { QueueRows } from './use-queue-rows.ts';

/** Returns the complaints before and after the open one. Near the end of the loaded rows it fetches the next page. */
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

  const first = rows[0] ?? null;
  if (id === undefined) return { next: first, previous: null };
  return {
    next: neighbour(rows, id, 1, before.current) ?? (inList ? null : first),
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
