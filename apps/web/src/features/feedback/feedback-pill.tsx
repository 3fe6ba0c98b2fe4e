import type { Feedback } from '@baraza/contract/feedback/feedback';
import { StatusPill } from '@baraza/ui/status-pill';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The status of a feedback: pending, or replied to. */
export function FeedbackPill({ status }: { status: Feedback['status'] }): ReactNode {
  const replied = status === 'Replied';
  return (
    <StatusPill status={replied ? 'Resolved' : status}>
      <span className="sr-only">
        <Trans>Status:</Trans>{' '}
      </span>
      {replied ? t`Replied` : t`Pending`}
    </StatusPill>
  );
}
