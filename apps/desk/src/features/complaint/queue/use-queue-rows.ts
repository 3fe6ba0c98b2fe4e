import type { DeskComplaintSummary } from '@baraza/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { queueQuery } from '../complaint.api.ts';
import type { Queue, Sort } from '../queues.ts';
import { holdRows, sameOrder } from './stable-order.ts';

interface Shown {
  readonly view: string;
  readonly rows: readonly DeskComplaintSummary[];
  readonly now: Date;
}

/**
 * The rows of a queue, brought up to date each minute. While `hold` is set (the pointer or the focus is on the
 * list) every row keeps its place; `waiting` says that there is a newer order, `update` shows it.
 */
export function useQueueRows(queue: Queue, sort: Sort, q: string) {
  const query = useInfiniteQuery({
    ...queueQuery({ ...queue.query, sort, ...(q ? { q } : {}) }),
    enabled: queue.key !== 'search' || q !== '',
  });
  const tick = useNow();
  const [held, setHeld] = useState(false);
  const view = `${queue.key} ${JSON.stringify(queue.query)} ${sort} ${q}`;
  const last = useRef<Shown | null>(null);
  const [, redraw] = useState(0);

  const fresh = useMemo(() => unique(query.data?.pages.flatMap((page) => page.items) ?? []), [query.data]);
  const kept = held && last.current?.view === view ? last.current : null;
  const rows: readonly DeskComplaintSummary[] = kept ? holdRows(kept.rows, fresh) : fresh;
  const now = kept ? kept.now : tick;
  useEffect(() => {
    last.current = query.data ? { view, rows, now } : null;
  });

  const update = () => {
    last.current = null;
    redraw((count) => count + 1);
  };
  return { query, rows, now, waiting: kept !== null && !sameOrder(rows, fresh), hold: setHeld, update };
}

export type QueueRows = ReturnType<typeof useQueueRows>;

/** A row that moved between two pages while they were fetched would stand there twice. */
function unique(rows: readonly DeskComplaintSummary[]): DeskComplaintSummary[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
