import { useEffect, useRef } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import type { RowLinks } from '../queue/use-row-links.ts';
import type { Selection } from './use-selection.ts';

type Selecting = { selection: Selection; rowLinks: RowLinks; openId: string | undefined; close: () => void };

/** Lets rows be selected by mouse and keyboard. The focus stays on its row while links become checkboxes and back. */
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
