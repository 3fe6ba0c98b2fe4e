import type { Status } from '@baraza/contract';
import { Button, Icon, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { afterSendPreference, usePreference } from '../../../lib/storage/preference.ts';
import type { Mode, Tab } from './use-composer-state.ts';
import { statusWord } from '@baraza/app';

type SendButtonProps = {
  tab: Tab;
  mode: Mode | null;
  modes: readonly Mode[];
  status: Status;
  pending: boolean;
  onMode: (mode: Mode) => void;
};

/** Sends the text. A menu chooses whether that resolves, and whether the next complaint opens. */
export function SendButton({ tab, mode, modes, status, pending, onMode }: SendButtonProps) {
  const [after, setAfter] = usePreference(afterSendPreference);
  if (tab === 'note' || !mode) {
    return (
      <Button size="s" variant="primary" type="submit" loading={pending} loadingText={t`Saving`}>
        {t`Save note`}
      </Button>
    );
  }
  // Questions are chosen in WritingChoice.
  const choices = mode === 'ask' ? [] : modes.filter((choice) => choice !== 'ask');
  return (
    <span className="inline-flex">
      <Button size="s" variant="primary" type="submit" className="m:rounded-e-none" loading={pending}>
        {mode === 'reply' ? (
          <>
            <Icon name="send" className="m:hidden" />
            <span className="max-m:sr-only">{t`Send`}</span>
          </>
        ) : (
          sendWords(mode, status)
        )}
      </Button>
      <span className="when-open inline-flex items-center">
        <Menu
          label={t`Options for sending`}
          side="top"
          trigger={(props) => (
            <Button
              size="s"
              variant="primary"
              className="h-full rounded-s-none border-s-on-brand px-2!"
              aria-label={t`Options for sending`}
              {...props}
            >
              <Icon name="chevron-down" size="s" />
            </Button>
          )}
        >
          {(close) => (
            <>
              {choices.map((choice) => (
                <MenuItem
                  key={choice}
                  current={choice === mode}
                  onClick={() => {
                    close();
                    onMode(choice);
                  }}
                >
                  {sendWords(choice, status)}
                  <span className="block text-sm font-normal text-ink-2">
                    {choice === 'reply'
                      ? t`The citizen reads it; work goes on.`
                      : t`The citizen is asked whether it is solved.`}
                  </span>
                </MenuItem>
              ))}
              <label className="flex min-h-11 items-center gap-3 border-t border-line px-3 py-2">
                <input
                  type="checkbox"
                  className="size-4.5 accent-brand"
                  checked={after === 'next'}
                  onChange={(event) => setAfter(event.target.checked ? 'next' : 'stay')}
                />
                {t`Then open the next in the queue`}
              </label>
            </>
          )}
        </Menu>
      </span>
    </span>
  );
}

/** Words the send button by what sending does to the status. */
export function sendWords(mode: Mode, status: Status): string {
  const statusName = statusWord(status);
  const words: Record<Mode, string> = {
    reply: t`Send, keep ${statusName}`,
    ask: t`Ask the citizen`,
    resolve: t`Send and resolve`,
  };
  return words[mode];
}
