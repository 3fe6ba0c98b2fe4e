import type { BulkAction, DeskComplaintSummary } from '@baraza/contract';
import { cx, Flag, Icon, type IconName, StatusGlyph } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Link, say, statusWord } from '@baraza/app';
import { useMe } from '../../../lib/api/session.tsx';
import { useHasDraft } from '../../../lib/storage/drafts.ts';
import { markWord } from '../bulk/bulk-words.ts';
import type { Bulk, BulkMark } from '../bulk/use-bulk.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { usePresent } from '../presence/presence.ts';
import type { Queue } from '../queues.ts';
import { mergedWord, priorityWord } from '../mark/marks.ts';
import { ComplaintTimer } from '../sla/complaint-timer.tsx';
import { dueFirst, type Stack } from './stacks.ts';
import type { QueueRows } from './use-queue-rows.ts';
import type { RowLinks } from '../bulk/use-row-links.ts';

export type QueueRowProps = {
  row: DeskComplaintSummary;
  /** The complaints that look alike, where the row is the first of them. */
  stack?: Stack;
  queue: Queue;
  list: QueueRows;
  selection: Selection;
  bulk: Bulk;
  onSelect: ((id: string, withRange: boolean) => void) | undefined;
  current: string | undefined;
  to: (id: string) => string;
  rowLinks: RowLinks;
};

/** Shows a complaint in the list: status, title and marks, then facts and next timer. */
export function QueueRow(props: QueueRowProps) {
  const { row, selection, bulk, onSelect, current, to, rowLinks } = props;
  const isSettled = bulk.run !== null;
  // Refers to the link or, while selecting, to the checkbox.
  const focusRef = rowLinks.refOf(row.id);
  if (selection.on) {
    return (
      // A click on a label does not pass Shift to its checkbox. Keys go to the checkbox itself.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <label
        className="queue-row cursor-pointer select-none"
        onClick={(event) => {
          if (!event.shiftKey || isSettled || event.target instanceof HTMLInputElement) return;
          event.preventDefault();
          onSelect?.(row.id, true);
        }}
      >
        <input
          ref={focusRef}
          type="checkbox"
          className="row-span-2 size-4.5 accent-brand"
          checked={selection.isChosen(row.id)}
          aria-disabled={isSettled}
          onChange={({ nativeEvent: press }) =>
            !isSettled && onSelect?.(row.id, press instanceof MouseEvent && press.shiftKey)
          }
        />
        <RowText {...props} />
      </label>
    );
  }
  return (
    <Link
      ref={focusRef}
      to={to(row.id)}
      className="queue-row"
      aria-current={row.id === current || undefined}
      onClick={(event) => {
        if (!event.shiftKey || !onSelect) return;
        event.preventDefault();
        onSelect(row.id, true);
      }}
    >
      <StatusGlyph status={row.status} />
      <RowText {...props} />
    </Link>
  );
}

function RowText({ row, stack, queue, list, bulk }: QueueRowProps) {
  const me = useMe();
  const others = usePresent(row.id);
  const hasDraft = useHasDraft(me.id, row.id);
  const mark = bulk.markOf(row.id);
  const action = bulk.run?.action ?? bulk.action;
  // The reader's own queue includes complaints of absent colleagues whose deputy they are.
  const absent = queue.own && row.assignee?.id !== me.id ? row.assignee?.name : undefined;
  // A stack that is shut says what it holds instead of what its first complaint says.
  const shut = stack && !list.isOpen(row.id) ? stack : undefined;
  const places = new Set(shut?.map((each) => each.place)).size;
  const people = shut && row.stack?.people;
  const ownPlace = me.role === 'oversight' || queue.key === 'offered' ? say(row.mda.name) : row.place && say(row.place);
  const place = places > 1 ? t`${plural(places, { one: '# place', other: '# places' })}` : ownPlace;
  return (
    <>
      <span className="queue-title">
        {row.citizenWroteAt && <span title={t`The citizen wrote`} className="queue-unread" />}
        <span className={cx('queue-words text-md/[1.3] text-ink', row.citizenWroteAt ? 'font-bold' : 'font-semibold')}>
          <span className="sr-only">
            {statusWord(row.status)}. {row.citizenWroteAt && t`The citizen wrote.`}{' '}
          </span>
          <bdi>{row.title}</bdi>
        </span>
        {stack && (
          <span className="queue-alike">
            <Flag>
              <span aria-hidden="true" className="queue-wide">
                ×{stack.length}
              </span>
              <span className="queue-narrow">{t`${stack.length} alike`}</span>
            </Flag>
          </span>
        )}
        <span className="queue-marks">
          {others.map(({ person }) => (
            <Mark key={person.id} icon="eye" text={t`${person.name} has this open`} />
          ))}
          {row.priority !== 'normal' && <Flag>{priorityWord(row.priority)}</Flag>}
          {row.followUpOn && <Mark icon="calendar" text={t`Follow up on ${row.followUpOn}`} />}
          {row.merged > 0 && <Mark icon="link" text={mergedWord(row.merged)} count={row.merged} />}
          {row.hasFiles && <Mark icon="clip" text={t`With files`} />}
          {hasDraft && (
            <span className="inline-flex shrink-0 items-center gap-1">
              <Icon name="pen" size="s" />
              {t`Draft`}
            </span>
          )}
          {row.cycle > 1 && <Mark icon="retry" text={t`Re-opened`} />}
          {row.escalated && <Mark icon="flag" text={t`Escalated`} />}
          {row.tags.length > 0 && <bdi className="truncate">{row.tags.join(', ')}</bdi>}
        </span>
      </span>
      {/* Positioned, so that texts for screen readers are clipped with it. */}
      <span className="queue-facts relative min-w-0 truncate">
        {absent !== undefined && <b className="fact-who">{t`for ${absent}`}</b>}
        {row.offeredTo ? (
          <span className="fact-who">{t`Offered to ${row.offeredTo.name}`}</span>
        ) : (
          !queue.own && (
            <span className="fact-who">
              {row.assignee ? (
                <>
                  <span className="sr-only">{t`Assigned to`} </span>
                  <bdi>{row.assignee.name}</bdi>
                </>
              ) : (
                t`Nobody`
              )}
            </span>
          )
        )}
        {place && <bdi className="fact-place">{place}</bdi>}
        <bdi className="fact-citizen">
          {people === undefined ? row.citizen.name : t`${plural(people, { one: '# person', other: '# people' })}`}
        </bdi>
        <bdi className="fact-category">{say(row.category.name)}</bdi>
        <span className="fact-id mono" translate="no">
          {row.trackingId.slice(-6)}
        </span>
      </span>
      {mark && action ? (
        <RowMark mark={mark} action={action} />
      ) : (
        <ComplaintTimer complaint={shut ? dueFirst(shut) : row} now={list.now} />
      )}
    </>
  );
}

const markLooks: Partial<Record<BulkMark, { icon: IconName; className: string }>> = {
  done: { icon: 'check', className: 'text-resolved-ink' },
  failed: { icon: 'warning', className: 'text-pending-ink' },
};

function RowMark({ mark, action }: { mark: BulkMark; action: BulkAction }) {
  const look = markLooks[mark];
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', look && 'font-semibold', look?.className)}>
      {look && <Icon name={look.icon} size="s" />}
      {markWord(mark, action)}
    </span>
  );
}

/** Shows an icon with a text for screen readers and as tooltip. */
export function Mark({ icon, text, count }: { icon: IconName; text: string; count?: number }) {
  return (
    <span title={text} className="inline-flex shrink-0 items-center text-ink-2">
      <Icon name={icon} size="s" />
      {count !== undefined && (
        <span className="ms-0.5 text-sm" aria-hidden="true">
          +{count}
        </span>
      )}
      <span className="sr-only">{text}</span>
    </span>
  );
}
