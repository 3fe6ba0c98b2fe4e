import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ComposerState, Tab } from './composer-modes.ts';
import type { DraftStatus } from './use-draft.ts';

type TabSwitchProps = { state: ComposerState; onSwitch: (tab: Tab) => void };

/** Says who will read the text, and switches between citizen and colleagues. */
export function TabSwitch({ state, onSwitch }: TabSwitchProps): ReactNode {
  const isNote = state.tab === 'note';
  const other = state.tabs.find((tab) => tab !== state.tab);
  return (
    <button
      type="button"
      className="tab-switch"
      disabled={!other}
      title={other && (isNote ? t`Write to the citizen instead` : t`Write an internal note instead`)}
      onClick={() => other && onSwitch(other)}
    >
      <Icon name={isNote ? 'lock' : 'reply'} size="s" />
      <span className="max-m:sr-only">{isNote ? t`Internal note` : t`Reply`}</span>
    </button>
  );
}

/** Says whether the draft is kept. */
export function DraftMark({ status }: { status: DraftStatus }): ReactNode {
  if (status !== 'kept' && status !== 'refused') return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name={status === 'kept' ? 'save' : 'warning'} size="s" />
      {status === 'kept' ? t`Draft saved` : t`This browser keeps no drafts`}
    </span>
  );
}
