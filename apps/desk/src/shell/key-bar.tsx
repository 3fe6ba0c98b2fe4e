import { Kbd } from '@baraza/ui/kbd';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from '@baraza/app/router/router';
import { shortcutsPreference, usePreference } from '../lib/storage/preference.ts';
import { useMe } from '../lib/api/session.tsx';

/** Shows the main shortcuts below everything, and a switch that turns them off. */
export function KeyBar({ onHelp }: { onHelp: () => void }): ReactNode {
  const [keys, setKeys] = usePreference(shortcutsPreference);
  const { role } = useMe();
  const onComplaints = useLocation().pathname.startsWith('/complaint/');
  if (role === 'administrator') return null;
  const acting = onComplaints && role !== 'oversight';
  return (
    <footer className="hidden flex-wrap gap-x-4.5 gap-y-1 border-t border-line bg-surface px-4 py-[0.3rem] text-xs text-ink-2 l:flex print:hidden">
      {keys === 'on' ? (
        <>
          {onComplaints && <Reminder keys={['J', 'K']}>{t`next, previous`}</Reminder>}
          {acting && <Reminder keys={['R']}>{t`reply`}</Reminder>}
          {onComplaints && <Reminder keys={['N']}>{t`note`}</Reminder>}
          {acting && <Reminder keys={['A']}>{t`assign`}</Reminder>}
          {acting && <Reminder keys={['S']}>{t`status`}</Reminder>}
          <Reminder keys={['/']}>{t`search`}</Reminder>
          {onComplaints && <Reminder keys={['Ctrl', 'Enter']}>{t`send`}</Reminder>}
          <Reminder keys={['?']}>
            <button type="button" className="min-h-6 underline underline-offset-3" onClick={onHelp}>
              <Trans>all</Trans>
            </button>
          </Reminder>
        </>
      ) : (
        <span>
          <Trans>Single-key shortcuts are off.</Trans>
        </span>
      )}
      <button
        type="button"
        className="ms-auto min-h-6 rounded-1 px-1 font-semibold text-brand"
        onClick={() => setKeys(keys === 'on' ? 'off' : 'on')}
      >
        {keys === 'on' ? <Trans>Turn shortcuts off</Trans> : <Trans>Turn shortcuts on</Trans>}
      </button>
    </footer>
  );
}

function Reminder({ keys, children }: { keys: string[]; children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex items-center gap-[0.35rem]">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
