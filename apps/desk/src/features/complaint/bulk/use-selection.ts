import type { DeskComplaintSummary } from '@baraza/contract';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import type { RowLinks } from './use-row-links.ts';

/** Lists the ids between two rows, both included, in either order. */
export function between(rows: readonly { id: string }[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b);
  return rows.slice(Math.max(ends[0]!, 0), ends[1]! + 1).map((row) => row.id);
}

/** Keeps the selected complaints of a list. A row that leaves it is deselected; a shut stack is selected whole. */
export function useSelection(
  rows: readonly DeskComplaintSummary[],
  membersOf: (id: string) => readonly string[] = (id) => [id],
) {
  const [on, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const chosen = on ? rows.filter((row) => ids.has(row.id)) : [];

  const isChosen = (id: string) => membersOf(id).every((member) => ids.has(member));
  const toggle = (id: string, from?: string) => {
    const isAdded = !on || !isChosen(id);
    const range = (from ? between(rows, from, id) : [id]).flatMap(membersOf);
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
  return { on, chosen, isChosen, lastToggled: () => last.current, toggle, choose, turn };
}

export type Selection = ReturnType<typeof useSelection>;

type Selecting = {
  selection: Selection;
  rowLinks: RowLinks;
  openId: string | undefined;
  close: () => void;
};

/** Selects rows by mouse and keyboard. The focus stays on its row while links become checkboxes and back. */
export function useSelecting({ selection, rowLinks, openId, close }: Selecting) {
  const { role } = useMe();
  const refocused = useRef<string>(undefined);
  useEffect(() => {
    if (refocused.current !== undefined) rowLinks.focus(refocused.current);
    refocused.current = undefined;
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selection.on]);

  const select = (id: string, withRange: boolean) => {
    if (!selection.on) refocused.current = id;
    selection.toggle(id, withRange ? (selection.lastToggled() ?? openId) : undefined);
    if (openId !== undefined) close();
  };
  const turn = (on: boolean) => {
    refocused.current = rowLinks.focusedId();
    selection.turn(on);
    if (on && openId !== undefined) close();
  };
  return { turn, select: role === 'officer' || role === 'supervisor' ? select : undefined };
}
