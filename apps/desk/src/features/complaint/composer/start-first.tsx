import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Acts } from '../transition/use-acts.ts';

/** A complaint that waits in the queue is answered once somebody has started on it. */
export function StartFirst({ acts, kept, onStart }: { acts: Acts; kept: string; onStart: () => void }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-1 bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <Trans>Start work to answer. The citizen then reads that the complaint is being processed.</Trans>
        </p>
        {kept.trim() !== '' && (
          <p className="text-sm text-ink-2">
            <Trans>The reply you began is kept.</Trans>
          </p>
        )}
      </div>
      <Button
        size="s"
        variant="primary"
        data-composer=""
        loading={acts.pending === 'start'}
        loadingText={t`Starting`}
        onClick={onStart}
      >
        <Trans>Start work</Trans>
      </Button>
    </div>
  );
}
