import type { DeskComplaintSummary } from '@baraza/contract';
import { Icon, type IconName } from '@baraza/ui/icon';
import { StatusGlyph } from '@baraza/ui/status-pill';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from '@baraza/app/router/router';
import { statusWord } from '@baraza/app/status-words';
import { useMe } from '../../../lib/api/session.tsx';
import { useHasDraft } from '../../../lib/storage/drafts.ts';
import { ComplaintTimer } from '../sla/complaint-timer.tsx';

type QueueRowProps = {
  row: DeskComplaintSummary;
  to: string;
  linkRef: Ref<HTMLAnchorElement>;
  current: boolean;
  now: Date;
  /** Names the MDA, for those who see several. */
  showMda: boolean;
  /** Names the assignee, unless all rows are the reader's; there it names those for whom they stand in. */
  showAssignee: boolean;
};

/** Shows one complaint of the list: status, title and marks, then what tells it from others and its next timer. */
export function QueueRow({ row, to, linkRef, current, now, showMda, showAssignee }: QueueRowProps): ReactNode {
  const me = useMe();
  const hasDraft = useHasDraft(me.id, row.id);
  const absent = !showAssignee && row.assignee?.id !== me.id ? row.assignee?.name : undefined;
  return (
    <Link ref={linkRef} to={to} className="queue-row" aria-current={current || undefined}>
      <StatusGlyph status={row.status} />
      <span className="queue-title">
        <span className="truncate font-semibold text-ink">
          <span className="sr-only">{statusWord(row.status)}. </span>
          <bdi>{row.title}</bdi>
        </span>
        {row.hasFiles && <Mark icon="clip" text={t`With files`} />}
        {hasDraft && (
          <span className="inline-flex shrink-0 items-center gap-1">
            <Icon name="pen" size="s" />
            <Trans>Draft</Trans>
          </span>
        )}
        {row.cycle > 1 && <Mark icon="retry" text={t`Re-opened`} />}
        {row.escalated && <Mark icon="flag" text={t`Escalated`} />}
      </span>
      <span className="queue-facts">
        {absent !== undefined && <b>{t`for ${absent}`}</b>}
        <span className="mono" translate="no">
          {row.trackingId.slice(-6)}
        </span>
        <bdi>{row.citizen.name}</bdi>
        <bdi>{row.category.name}</bdi>
        {showMda && <bdi>{row.mda.name}</bdi>}
        {row.offeredTo && <span>{t`Offered to ${row.offeredTo.name}`}</span>}
        {showAssignee && row.assignee && (
          <span>
            <span className="sr-only">{t`Assigned to`} </span>
            <bdi>{row.assignee.name}</bdi>
          </span>
        )}
      </span>
      <ComplaintTimer complaint={row} now={now} />
    </Link>
  );
}

/** A small sign that says its word to screen readers and on hovering. */
function Mark({ icon, text }: { icon: IconName; text: string }): ReactNode {
  return (
    <span title={text} className="shrink-0">
      <Icon name={icon} size="s" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
