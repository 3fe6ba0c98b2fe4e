import type { Action, DeskComplaint } from '@baraza/contract';
import { useState } from 'react';

/** Audience of a text: `reply` for the citizen, `note` for colleagues. */
export type Tab = 'reply' | 'note';
/** Actions that send a text to the citizen. */
export const modes = ['reply', 'ask', 'resolve'] as const;
export type Mode = (typeof modes)[number];

/** Lists the modes that are allowed. */
export function modesOf(allowed: readonly Action[]): Mode[] {
  return modes.filter((mode) => allowed.includes(mode));
}

/** Lists the usable tabs. A received complaint has a reply tab too, which offers to start work. */
export function tabsOf(allowed: readonly Action[]): readonly Tab[] {
  const reply = modesOf(allowed).length > 0 || allowed.includes('start');
  return [...(reply ? ['reply' as const] : []), ...(allowed.includes('note') ? ['note' as const] : [])];
}

/** Returns the wanted mode if it is allowed, else the first allowed one. */
export function startingMode(allowed: readonly Action[], wanted: Mode): Mode | null {
  const possible = modesOf(allowed);
  return possible.find((mode) => mode === wanted) ?? possible[0] ?? null;
}

/** Keeps the chosen tab and mode, `first` at the beginning. Falls back when the complaint no longer allows them. */
export function useComposerState({ allowed }: Pick<DeskComplaint, 'allowed'>, first: Tab = 'reply') {
  const tabs = tabsOf(allowed);
  const [wantedTab, setTab] = useState(first);
  const [wantedMode, setMode] = useState<Mode>('reply');
  return {
    tabs,
    tab: tabs.includes(wantedTab) ? wantedTab : (tabs[0] ?? 'note'),
    /** Null if nothing can be sent to the citizen now. */
    mode: startingMode(allowed, wantedMode),
    open: (tab: Tab, mode?: Mode) => {
      setTab(tab);
      if (mode) setMode(mode);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposerState>;
