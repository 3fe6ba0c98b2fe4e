import type { Feedback } from '@baraza/contract';
import { StatusPill } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Shows whether feedback is pending or replied to. */
export function FeedbackPill({ status }: { status: Feedback['status'] }) {
  const replied = status === 'Replied';
  return (
    <StatusPill status={replied ? 'Resolved' : status}>
      <span className="sr-only">{t`Status:`} </span>
      {replied ? t`Replied` : t`Pending`}
    </StatusPill>
  );
}
