import type { DeskComplaintSummary } from '@baraza/contract';
import { useRef, useState } from 'react';

type Row = DeskComplaintSummary;

/** Lists the ids between two rows, both included, in either order. */
export function between(rows: readonly { id: string }[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b);
  return rows.slice(Math.max(ends[0]!, 0), ends[1]! + 1).map((row) => row.id);
}

/** Holds the selected complaints of a list. A row that leaves the list is deselected. */
export function useSelection(rows: readonly Row[]) {
  const [on, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const chosen = on ? rows.filter((row) => ids.has(row.id)) : [];

  const toggle = (id: string, from?: string) => {
    const isAdded = !on || !ids.has(id);
    const range = from ? between(rows, from, id) : [id];
    last.current = id;
    setOn(true);
    setIds((before) => {
      const next = new Set(on ? before : []);
      for (const rowId of range) {
        if (isAdded) next.add(rowId);
        else next.delete(rowId);
      }
      return next;
    });
  };
  const choose = (next: readonly string[]) => {
    setIds(new Set(next));
    last.current = undefined;
  };
  const turn = (next: boolean) => {
    setOn(next);
    choose([]);
  };
  return { on, chosen, isChosen: (id: string) => ids.has(id), lastToggled: () => last.current, toggle, choose, turn };
}

export type Selection = ReturnType<typeof useSelection>;
