import type { DeskComplaint } from '@baraza/contract';
import { useState } from 'react';
import { startingMode, tabsOf, type ComposerState, type Mode, type Tab } from './composer-modes.ts';

/** Holds what is being written; gives way where the complaint no longer allows it. */
export function useComposerState({ allowed }: Pick<DeskComplaint, 'allowed'>): ComposerState {
  const tabs = tabsOf(allowed);
  const [wantedTab, setTab] = useState<Tab>('reply');
  const [wantedMode, setMode] = useState<Mode>('reply');
  return {
    tabs,
    tab: tabs.includes(wantedTab) ? wantedTab : (tabs[0] ?? 'note'),
    mode: startingMode(allowed, wantedMode),
    open: (tab, mode) => {
      setTab(tab);
      if (mode) setMode(mode);
    },
  };
}
