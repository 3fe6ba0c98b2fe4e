import type { Status } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { afterSendPreference, usePreference } from '../../../lib/storage/preference.ts';
import type { Mode, Tab } from './composer-modes.ts';
import { statusWord } from '@baraza/app/status-words';

type SendRowProps = {
  tab: Tab;
  mode: Mode | null;
  modes: readonly Mode[];
  status: Status;
  pending: boolean;
  onMode: (mode: Mode) => void;
  /** What helps writing, at the start of the row. */
  start?: ReactNode;
};

/** Shows the send button, the choice of what sending does, and what comes after it. */
export function SendRow({ tab, mode, modes, status, pending, onMode, start }: SendRowProps): ReactNode {
  const sending = t`Sending`;
  if (tab === 'note' || !mode) {
    return (
      <div className="send-row flex flex-wrap items-center justify-between gap-2">
        {start}
        <Button size="s" variant="primary" type="submit" className="ms-auto" loading={pending} loadingText={t`Saving`}>
          <Trans>Save note</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div className="send-row @container">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <AfterSend />
        {start}
        <span className="ms-auto inline-flex">
          <Button
            size="s"
            variant="primary"
            type="submit"
            className={modes.length > 1 ? 'rounded-e-none' : undefined}
            loading={pending}
            loadingText={sending}
          >
            {sendWords(mode, status)}
          </Button>
          {modes.length > 1 && (
            <Menu
              label={t`What sending does`}
              side="top"
              trigger={(props) => (
                <Button
                  size="s"
                  variant="primary"
                  className="h-full rounded-s-none border-s-on-brand px-2!"
                  aria-label={t`Choose what sending does`}
                  {...props}
                >
                  <Icon name="chevron-down" size="s" />
                </Button>
              )}
            >
              {(close) =>
                modes.map((choice) => (
                  <MenuItem
                    key={choice}
                    current={choice === mode}
                    onClick={() => {
                      close();
                      onMode(choice);
                    }}
                  >
                    {sendWords(choice, status)}
                    <span className="block text-sm font-normal text-ink-2">{modeHint(choice)}</span>
                  </MenuItem>
                ))
              }
            </Menu>
          )}
        </span>
      </div>
    </div>
  );
}

/** Chooses what comes after sending; remembered on this device. Takes a line of its own where not all fits into one. */
function AfterSend(): ReactNode {
  const [after, setAfter] = usePreference(afterSendPreference);
  return (
    <label className="flex min-h-9 basis-full items-center gap-2 text-sm @min-[46rem]:basis-auto">
      <input
        type="checkbox"
        className="size-4.5 accent-brand"
        checked={after === 'next'}
        onChange={(event) => setAfter(event.target.checked ? 'next' : 'stay')}
      />
      <Trans>Then open the next in the queue</Trans>
    </label>
  );
}

/** Words of the send button, which say what sending does to the status. */
export function sendWords(mode: Mode, status: Status): string {
  const statusName = statusWord(status);
  const words: Record<Mode, string> = {
    reply: t`Send, keep ${statusName}`,
    ask: t`Ask the citizen`,
    resolve: t`Send and resolve`,
  };
  return words[mode];
}

function modeHint(mode: Mode): string {
  const words: Record<Mode, string> = {
    reply: t`The citizen reads it; work goes on.`,
    ask: t`The due date waits until the citizen answers.`,
    resolve: t`The citizen is asked whether it is solved.`,
  };
  return words[mode];
}

/** Says what has been done. */
export function sentWords(action: Mode | 'note'): string {
  const words: Record<Mode | 'note', string> = {
    reply: t`Reply sent to the citizen.`,
    ask: t`Question sent to the citizen.`,
    resolve: t`Sent. The complaint is resolved.`,
    note: t`Note saved.`,
  };
  return words[action];
}
