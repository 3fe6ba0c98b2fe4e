import { bulkMax, type DeskComplaintSummary } from '@baraza/contract';
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
  const last = useRef<string | null>(null);
  const chosen = on ? rows.filter((row) => ids.has(row.id)).slice(0, bulkMax) : [];

  /** Toggles a row; with Shift, everything from the row toggled last. */
  const toggle = (id: string, withRange: boolean) => {
    const choose = !ids.has(id);
    const range = withRange && last.current ? between(rows, last.current, id) : [id];
    last.current = id;
    setIds((before) => {
      const next = new Set(before);
      for (const rowId of range) {
        if (choose) next.add(rowId);
        else next.delete(rowId);
      }
      return next;
    });
  };
  const all = () => setIds(new Set(rows.slice(0, bulkMax).map((row) => row.id)));
  const clear = () => {
    setIds(new Set());
    last.current = null;
  };
  const turn = (next: boolean) => {
    setOn(next);
    clear();
  };
  return { on, chosen, isChosen: (id: string) => ids.has(id), toggle, all, clear, turn };
}

export type Selection = ReturnType<typeof useSelection>;
