import { StatusPill } from '@baraza/ui/status-pill';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { statusWord } from '../status-words.ts';

/** Shows a status as a pill, named for screen readers. */
export function StatusMark({ status }: { status: string }): ReactNode {
  return (
    <StatusPill status={status}>
      <span className="sr-only">
        <Trans>Status:</Trans>{' '}
      </span>
      {statusWord(status)}
    </StatusPill>
  );
}
