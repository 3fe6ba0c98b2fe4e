import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ComposerState, Tab } from './composer-modes.ts';
import { KeyHint } from '../../../lib/shortcut/key-hint.tsx';
import type { DraftStatus } from './use-draft.ts';

/** Switches between reply and note, and shows whether the draft is saved. */
export function ComposerTabs({ state, draftStatus }: { state: ComposerState; draftStatus: DraftStatus }): ReactNode {
  const words: Record<Tab, string> = { reply: t`Reply to citizen`, note: t`Internal note` };
  const buttons = useRef<Partial<Record<Tab, HTMLButtonElement | null>>>({});
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    const other = state.tabs.find((tab) => tab !== state.tab);
    if (!other) return;
    event.preventDefault();
    state.open(other);
    buttons.current[other]?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div role="tablist" aria-label={t`Who will read this`} className="flex flex-wrap">
        {state.tabs.map((tab) => (
          <button
            key={tab}
            ref={(button) => {
              buttons.current[tab] = button;
            }}
            type="button"
            role="tab"
            id={`composer-tab-${tab}`}
            aria-selected={tab === state.tab}
            aria-controls="composer-panel"
            tabIndex={tab === state.tab ? 0 : -1}
            className="inline-flex min-h-9 items-center gap-2 border-b-3 border-transparent px-3 py-1 font-semibold text-ink-2 aria-selected:border-brand aria-selected:text-ink max-m:min-h-11 max-m:gap-1.5 max-m:px-2 max-m:text-sm"
            onClick={() => state.open(tab)}
            onKeyDown={walk}
          >
            <Icon name={tab === 'reply' ? 'reply' : 'lock'} size="s" />
            {words[tab]}
            <KeyHint>{tab === 'reply' ? 'R' : 'N'}</KeyHint>
          </button>
        ))}
      </div>
      <span className="ms-auto inline-flex items-center gap-1.5 text-sm text-ink-2">
        {draftStatus === 'kept' && (
          <>
            <Icon name="save" size="s" />
            <Trans>Draft saved</Trans>
          </>
        )}
        {draftStatus === 'refused' && (
          <>
            <Icon name="warning" size="s" />
            <Trans>This browser keeps no drafts</Trans>
          </>
        )}
      </span>
    </div>
  );
}
