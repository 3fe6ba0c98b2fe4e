import type { DeskComplaintSummary } from '@baraza/contract';
import { Icon } from '@baraza/ui/icon';
import { StatusGlyph } from '@baraza/ui/status-pill';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from '@baraza/app/router/router';
import { statusWord } from '@baraza/app/status-words';
import { ComplaintTimer } from '../sla/complaint-timer.tsx';

type QueueRowProps = {
  row: DeskComplaintSummary;
  to: string;
  linkRef: Ref<HTMLAnchorElement>;
  current: boolean;
  now: Date;
  /** Names the MDA, for those who see several. */
  showMda: boolean;
  /** Names the assignee, unless all rows are one person's. */
  showAssignee: boolean;
};

/** Shows one complaint of the list: status, title, timer, and what tells it from others. */
export function QueueRow({ row, to, linkRef, current, now, showMda, showAssignee }: QueueRowProps): ReactNode {
  return (
    <Link ref={linkRef} to={to} className="queue-row" aria-current={current || undefined}>
      <StatusGlyph status={row.status} />
      <span className="line-clamp-3 leading-[1.35] font-semibold">
        <span className="sr-only">{statusWord(row.status)}. </span>
        <bdi>{row.title}</bdi>
      </span>
      <ComplaintTimer complaint={row} now={now} />
      <span className="col-[2/-1] flex flex-wrap items-center gap-x-3 gap-y-[0.05rem] text-sm leading-[inherit] text-ink-2">
        <bdi>{row.citizen.name}</bdi>
        <bdi>{row.category.name}</bdi>
        {showMda && <bdi>{row.mda.name}</bdi>}
        {row.cycle > 1 && (
          <span className="font-semibold text-gold-ink">
            <Trans>Re-opened</Trans>
          </span>
        )}
        {row.escalated && (
          <span className="inline-flex items-center gap-1 font-semibold text-danger-ink">
            <Icon name="flag" size="s" />
            <Trans>Escalated</Trans>
          </span>
        )}
        {row.offeredTo && <span className="font-semibold">{t`Offered to ${row.offeredTo.name}`}</span>}
        <span className="mono" translate="no">
          {row.trackingId}
        </span>
        {showAssignee && row.assignee && (
          <span>
            <span className="sr-only">{t`Assigned to`} </span>
            <bdi>{row.assignee.name}</bdi>
          </span>
        )}
      </span>
    </Link>
  );
}
