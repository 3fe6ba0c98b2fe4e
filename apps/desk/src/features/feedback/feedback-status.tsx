import type { DeskFeedbackSummary } from '@baraza/contract';
import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Shows whether a feedback has a reply. */
export function FeedbackStatus({ status }: Pick<DeskFeedbackSummary, 'status'>) {
  const replied = status === 'Replied';
  return (
    <span className={`inline-flex items-center gap-1.5 ${replied ? 'text-resolved-ink' : 'text-pending-ink'}`}>
      <Icon name={replied ? 'check' : 'clock'} size="s" />
      {replied ? t`Replied` : t`Waiting for a reply`}
    </span>
  );
}
