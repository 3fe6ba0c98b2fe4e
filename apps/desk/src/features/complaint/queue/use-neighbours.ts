import type { DeskComplaintSummary } from '@baraza/contract';
import { useEffect, useRef } from 'react';
import { isNearEnd, neighbour } from './stable-order.ts';
import type { QueueRows } from './use-queue-rows.ts';

export interface Neighbours {
  readonly next: DeskComplaintSummary | null;
  readonly previous: DeskComplaintSummary | null;
}

/** Returns the complaints before and after the open one. Near the end of what is loaded it fetches the next page. */
export function useNeighbours({ query, rows }: QueueRows, id: string | undefined): Neighbours {
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
