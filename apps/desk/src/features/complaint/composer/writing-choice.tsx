import { cx, Icon, type IconName } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ComposerState, Mode, Tab } from './use-composer-state.ts';

interface WritingChoiceProps {
  readonly state: ComposerState;
  readonly canAsk: boolean;
  readonly onChoose: ComposerState['open'];
}

/** Chooses between a reply, a question to the citizen and an internal note. */
export function WritingChoice({ state: { tab, tabs, mode }, canAsk, onChoose }: WritingChoiceProps) {
  const isAsking = tab === 'reply' && mode === 'ask';
  const choices: (false | { name: string; icon: IconName; tab: Tab; mode?: Mode; isChosen: boolean })[] = [
    { name: t`Reply`, icon: 'reply', tab: 'reply', mode: 'reply', isChosen: tab === 'reply' && !isAsking },
    canAsk && { name: t`Question`, icon: 'support', tab: 'reply', mode: 'ask', isChosen: isAsking },
    { name: t`Internal note`, icon: 'lock', tab: 'note', isChosen: tab === 'note' },
  ];
  return (
    <div
      role="group"
      aria-label={t`Type of message`}
      className="writing-choice [grid-area:choice] flex flex-wrap gap-0.5"
    >
      {choices.map(
        (choice) =>
          choice &&
          tabs.includes(choice.tab) && (
            <button
              key={choice.name}
              type="button"
              aria-pressed={choice.isChosen}
              title={choice.name}
              className={cx(
                'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-1 px-2.5 text-sm font-semibold text-ink-2 @max-[36rem]/case:gap-1 @max-[36rem]/case:px-[0.4rem]',
                tab === 'note'
                  ? 'aria-pressed:bg-gold-ink aria-pressed:text-gold-soft'
                  : 'aria-pressed:bg-brand-soft aria-pressed:text-brand-soft-ink',
              )}
              onClick={() => onChoose(choice.tab, choice.mode)}
            >
              <Icon name={choice.icon} size="s" />
              <span>{choice.name}</span>
            </button>
          ),
      )}
    </div>
  );
}
