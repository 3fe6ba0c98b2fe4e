import type { DeskComplaintSummary } from '@baraza/contract';
import { cx, Icon, type IconName, StatusGlyph } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { Link, statusWord } from '@baraza/app';
import { useMe } from '../../../lib/api/session.tsx';
import { useHasDraft } from '../../../lib/storage/drafts.ts';
import type { BulkMark } from '../bulk/use-bulk.ts';
import { usePresent } from '../presence/presence.ts';
import { ComplaintTimer } from '../sla/complaint-timer.tsx';

type QueueRowProps = {
  row: DeskComplaintSummary;
  to: string;
  /** Of what takes the focus: the link or, while selecting, the checkbox. */
  focusRef: Ref<HTMLElement>;
  current: boolean;
  now: Date;
  showMda: boolean;
  /** Names the assignee, unless all rows are the reader's; there it names those for whom they stand in. */
  showAssignee: boolean;
  onSelect?: ((withRange: boolean) => void) | undefined;
  selecting?: { readonly isSelected: boolean; readonly isSettled: boolean } | undefined;
  mark?: { readonly kind: BulkMark; readonly word: string } | undefined;
};

/** Shows one complaint of the list: status, title and marks, then what tells it from others and its next timer. */
export function QueueRow(props: QueueRowProps) {
  const { row, to, focusRef, current, onSelect, selecting } = props;
  if (selecting) {
    return (
      // A press on the words of a label tells the checkbox nothing of Shift; keys go to the checkbox itself.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <label
        className="queue-row cursor-pointer select-none"
        onClick={(event) => {
          if (!event.shiftKey || selecting.isSettled || event.target instanceof HTMLInputElement) return;
          event.preventDefault();
          onSelect?.(true);
        }}
      >
        <input
          ref={focusRef as Ref<HTMLInputElement>}
          type="checkbox"
          className="row-span-2 size-4.5 accent-brand"
          checked={selecting.isSelected}
          aria-disabled={selecting.isSettled}
          onChange={({ nativeEvent: press }) =>
            !selecting.isSettled && onSelect?.(press instanceof MouseEvent && press.shiftKey)
          }
        />
        <RowText {...props} />
      </label>
    );
  }
  return (
    <Link
      ref={focusRef as Ref<HTMLAnchorElement>}
      to={to}
      className="queue-row"
      aria-current={current || undefined}
      onClick={(event) => {
        if (!event.shiftKey || !onSelect) return;
        event.preventDefault();
        onSelect(true);
      }}
    >
      <StatusGlyph status={row.status} />
      <RowText {...props} />
    </Link>
  );
}

function RowText({ row, now, showMda, showAssignee, mark }: QueueRowProps) {
  const me = useMe();
  const others = usePresent(row.id);
  const hasDraft = useHasDraft(me.id, row.id);
  const absent = !showAssignee && row.assignee?.id !== me.id ? row.assignee?.name : undefined;
  return (
    <>
      <span className="col-[2/-1] flex items-center gap-2">
        <span className="flex-1 truncate text-md/[1.3] font-semibold text-ink">
          <span className="sr-only">{statusWord(row.status)}. </span>
          <bdi>{row.title}</bdi>
        </span>
        {others.map(({ person }) => (
          <Mark key={person.id} icon="eye" text={t`${person.name} has this open`} />
        ))}
        {row.hasFiles && <Mark icon="clip" text={t`With files`} />}
        {hasDraft && (
          <span className="inline-flex shrink-0 items-center gap-1">
            <Icon name="pen" size="s" />
            {t`Draft`}
          </span>
        )}
        {row.cycle > 1 && <Mark icon="retry" text={t`Re-opened`} />}
        {row.escalated && <Mark icon="flag" text={t`Escalated`} />}
      </span>
      {/* Positioned, so that what is for screen readers only is clipped with it. */}
      <span className="queue-facts relative min-w-0 truncate">
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
      {mark ? <RowMark {...mark} /> : <ComplaintTimer complaint={row} now={now} />}
    </>
  );
}

const markLooks: Partial<Record<BulkMark, { icon: IconName; className: string }>> = {
  done: { icon: 'check', className: 'text-resolved-ink' },
  failed: { icon: 'warning', className: 'text-pending-ink' },
};

function RowMark({ kind, word }: { kind: BulkMark; word: string }) {
  const look = markLooks[kind];
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', look && 'font-semibold', look?.className)}>
      {look && <Icon name={look.icon} size="s" />}
      {word}
    </span>
  );
}

function Mark({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span title={text} className="shrink-0">
      <Icon name={icon} size="s" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
