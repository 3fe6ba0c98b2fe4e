import type { DeskComplaintSummary } from '@baraza/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { queueQuery } from '../complaint.api.ts';
import type { Queue, Sort } from '../queues.ts';
import { groupByDue } from './due-groups.ts';
import { holdRows, sameOrder } from './stable-order.ts';

interface Shown {
  readonly view: string;
  readonly rows: readonly DeskComplaintSummary[];
  readonly now: Date;
}

/** Reads the rows of a queue. While held or with `keep`, rows stay in place; `waiting`: `update` would show another order. */
export function useQueueRows(queue: Queue, sort: Sort, q: string, keep = false) {
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
  const heldView = (held || keep) && last.current?.view === view ? last.current : null;
  const inPlace: readonly DeskComplaintSummary[] = heldView ? holdRows(heldView.rows, fresh) : fresh;
  const now = heldView ? heldView.now : tick;
  const groups = sort === 'due' ? groupByDue(inPlace, now, query.hasNextPage) : null;
  const rows = groups ? groups.flatMap((group) => group.rows) : inPlace;
  useEffect(() => {
    last.current = query.data ? { view, rows: inPlace, now } : null;
  });

  const update = () => {
    last.current = null;
    redraw((count) => count + 1);
  };
  const waiting = heldView !== null && !sameOrder(inPlace, fresh);
  return { query, rows, groups, now, waiting, hold: setHeld, update };
}

export type QueueRows = ReturnType<typeof useQueueRows>;

/** Removes duplicates: a row can move between two pages while they are fetched. */
function unique(rows: readonly DeskComplaintSummary[]): DeskComplaintSummary[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
