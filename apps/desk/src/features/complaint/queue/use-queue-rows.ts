import type { DeskComplaintSummary } from '@baraza/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { togetherPreference, usePreference } from '../../../lib/storage/preference.ts';
import { useNow } from '../../../lib/use-now.ts';
import { queueQuery } from '../complaint.api.ts';
import type { Queue, Sort } from '../queues.ts';
import { groupByDue } from './due-groups.ts';
import { stacked } from './stacks.ts';

/** Reads the rows of a queue. While held or with `keep`, rows stay in place, and a broken view has none; `waiting` says that `update` would reorder them. */
export function useQueueRows(queue: Queue, sort: Sort, q: string, { keep = false, isBroken = false } = {}) {
  const [together] = usePreference(togetherPreference);
  const isTogether = together === 'on' && q === '';
  const query = useInfiniteQuery({
    ...queueQuery({ ...queue.query, sort, ...(q ? { q } : {}), ...(isTogether ? { together: 'true' } : {}) }),
    enabled: !isBroken && (queue.key !== 'search' || q !== ''),
  });
  const tick = useNow();
  const [held, setHeld] = useState(false);
  const view = `${queue.key} ${JSON.stringify(queue.query)} ${sort} ${q} ${isTogether}`;
  const last = useRef<{ view: string; rows: readonly DeskComplaintSummary[]; now: Date } | null>(null);
  const [, redraw] = useState(0);

  const data = isBroken ? undefined : query.data;
  const fresh = useMemo(() => {
    const rows = data?.pages.flatMap((page) => page.items) ?? [];
    // Removes duplicates: a row can move between two pages while they are fetched.
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  }, [data]);
  const heldView = (held || keep) && last.current?.view === view ? last.current : null;
  const inPlace: readonly DeskComplaintSummary[] = heldView ? holdRows(heldView.rows, fresh) : fresh;
  const now = heldView ? heldView.now : tick;
  const inStacks = useMemo(() => stacked(inPlace), [inPlace]);
  const stackById = useMemo(() => new Map(inStacks.flatMap((stack) => stack.map(({ id }) => [id, stack]))), [inStacks]);
  const groups = sort === 'due' ? groupByDue(inStacks, now, query.hasNextPage) : null;
  const stacks = groups ? groups.flatMap((group) => group.stacks) : inStacks;
  const rows = stacks.flat();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** Rows on the screen: of a stack that is shut, the first one alone. */
  const shown = stacks.flatMap((stack) => (opened.has(stack[0].id) ? stack : [stack[0]]));
  useEffect(() => {
    last.current = query.data ? { view, rows: inPlace, now } : null;
  });

  const update = () => {
    last.current = null;
    redraw((count) => count + 1);
  };
  const waiting = heldView !== null && !sameOrder(inPlace, fresh);
  return {
    query,
    rows,
    stacks,
    groups,
    now,
    waiting,
    hold: setHeld,
    update,
    shown,
    isOpen: (id: string) => opened.has(id),
    /** Opens the stack of a row, or shuts it; returns the id of its first row, undefined where nothing changes. */
    turnStack: (id: string, on: boolean): string | undefined => {
      const [first, ...more] = stackById.get(id) ?? [];
      if (!first || more.length === 0 || opened.has(first.id) === on) return undefined;
      setOpened((before) => new Set(on ? [...before, first.id] : [...before].filter((other) => other !== first.id)));
      return first.id;
    },
    /** Returns the row on the screen that stands for a complaint. */
    shownAs: (id: string): string => {
      const first = stackById.get(id)?.[0].id ?? id;
      return opened.has(first) ? id : first;
    },
    /** Lists the complaints that a row on the screen stands for. */
    membersOf: (id: string): readonly string[] => {
      const stack = stackById.get(id);
      return stack?.[0].id === id && !opened.has(id) ? stack.map((row) => row.id) : [id];
    },
  };
}

export type QueueRows = ReturnType<typeof useQueueRows>;

/** Updates held rows in place: removed rows stay, new ones among them wait, the next page is appended. */
export function holdRows<T extends { id: string }>(shown: readonly T[], fresh: readonly T[]): T[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const lastKnown = fresh.findLastIndex((row) => known.has(row.id));
  return [
    ...shown.map((row) => byId.get(row.id) ?? row),
    ...fresh.slice(lastKnown + 1).filter((row) => !known.has(row.id)),
  ];
}

/** Whether two lists have the same rows in the same order. */
export function sameOrder(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}
