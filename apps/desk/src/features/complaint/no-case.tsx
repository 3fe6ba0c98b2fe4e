import { RingMark } from '@baraza/ui/ring-art';
import { Kbd } from '@baraza/ui/kbd';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { shortcutsPreference, usePreference } from '../../lib/storage/preference.ts';

/** Fills the place beside the list while no complaint is open. */
export function NoCase({ empty }: { empty: boolean }): ReactNode {
  const [keys] = usePreference(shortcutsPreference);
  return (
    <div className="no-case col-span-1 grid content-center justify-items-center gap-3 bg-surface p-8 text-center text-ink-2 xl:col-span-2">
      <RingMark className="size-20 text-line-strong" />
      {!empty && (
        <p>
          <Trans>Open a complaint from the list.</Trans>{' '}
          {keys === 'on' && (
            <span className="max-l:hidden">
              <Trans>
                <Kbd>J</Kbd> and <Kbd>K</Kbd> walk through it.
              </Trans>
            </span>
          )}
        </p>
      )}
    </div>
  );
}
