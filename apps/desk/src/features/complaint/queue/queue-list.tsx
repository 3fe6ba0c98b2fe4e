import type { DeskComplaintSummary } from '@baraza/contract';
import { EmptyState, Skeleton, SkeletonList } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatCount, LoadError, ShowMore } from '@baraza/app';
import { i18n } from '../../../lib/i18n/i18n.ts';
import { useMe } from '../../../lib/api/session.tsx';
import type { DueGroup } from './due-groups.ts';
import { QueueRow } from './queue-row.tsx';
import type { Queue } from '../queues.ts';
import type { RowLinks } from './use-row-links.ts';
import type { QueueRows } from './use-queue-rows.ts';
import { markWord } from '../bulk/bulk-words.ts';
import type { Bulk } from '../bulk/use-bulk.ts';
import type { Selection } from '../bulk/use-selection.ts';

export type QueueListProps = {
  queue: Queue;
  q: string;
  list: QueueRows;
  selection: Selection;
  bulk: Bulk;
  onSelect: ((id: string, withRange: boolean) => void) | undefined;
  current: string | undefined;
  to: (id: string) => string;
  rowLinks: RowLinks;
};

/** Shows the rows, under headings when they are in the order of their due dates. */
export function QueueList(props: QueueListProps) {
  const { queue, q, list, rowLinks } = props;
  const { query, rows, hold } = list;
  const byMouse = (event: PointerEvent, on: boolean) => event.pointerType === 'mouse' && hold(on);
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step === null || rowLinks.focusedId() === undefined) return;
    event.preventDefault();
    rowLinks.move(step);
  };
  return (
    <div
      className="queue-list m:relative m:scroll-pt-10 m:scroll-pb-4 m:overflow-auto m:pb-4"
      onPointerEnter={(event) => byMouse(event, true)}
      onPointerLeave={(event) => byMouse(event, event.currentTarget.contains(document.activeElement))}
      onFocus={() => hold(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && hold(false)}
      onKeyDown={walk}
    >
      {rows.length > 0 ? (
        <Rows {...props} />
      ) : query.isError ? (
        <div className="p-4">
          <LoadError title={t`The list could not be loaded.`} query={query} />
        </div>
      ) : query.isSuccess ? (
        <div className="p-4">
          <EmptyState title={i18n._(queue.empty)}>
            {/\p{L}/u.test(q) && (
              <Trans>
                Names are hidden here, so a last name, an email or a phone number finds nothing. Search by tracking ID
                or by words of the complaint, or open it and ask to see name and contact.
              </Trans>
            )}
          </EmptyState>
        </div>
      ) : queue.key === 'search' && q === '' ? (
        <p className="p-4 text-ink-2">
          <Trans>
            Type a tracking ID, its last six characters, a first name, or words of the complaint, its replies or notes.
          </Trans>
        </p>
      ) : (
        <SkeletonList label={t`Loading complaints`} count={5} className="p-4">
          <RowSkeleton />
        </SkeletonList>
      )}
    </div>
  );
}

function Rows(props: QueueListProps) {
  const { query, rows, groups } = props.list;
  const corrected = query.data?.pages[0]?.corrected;
  return (
    <>
      {corrected && (
        <p className="px-4 pb-2 text-sm text-ink-2" role="status">
          <Trans>
            Nothing was found for “<bdi>{props.q}</bdi>”. These are the results for “<bdi>{corrected}</bdi>”.
          </Trans>
        </p>
      )}
      {query.isError && (
        <div className="px-4 pb-2">
          <LoadError title={t`The list could not be brought up to date.`} query={query} />
        </div>
      )}
      {groups ? (
        groups.map(({ group, rows: groupRows, complete }) => (
          <section key={group}>
            <h2
              className="sticky top-0 z-2 flex items-center gap-2 bg-paper px-4 py-0.5 font-body text-xs leading-[1.4] font-bold text-ink-2 data-[group=late]:text-danger-ink"
              data-group={group}
            >
              {groupWord(group)}{' '}
              <span className="tabular-nums">
                {complete ? formatCount(groupRows.length) : `${formatCount(groupRows.length)}+`}
              </span>
            </h2>
            <RowList {...props} rows={groupRows} />
          </section>
        ))
      ) : (
        <RowList {...props} rows={rows} />
      )}
      <ShowMore query={query} size="s" className="p-4 text-center" />
    </>
  );
}

function RowList({
  queue,
  rows,
  list,
  selection,
  bulk,
  onSelect,
  current,
  to,
  rowLinks,
}: QueueListProps & { rows: readonly DeskComplaintSummary[] }) {
  const { role } = useMe();
  const markOf = (id: string) => {
    const kind = bulk.markOf(id);
    return kind && { kind, word: markWord(kind, bulk.action) };
  };
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <QueueRow
            row={row}
            focusRef={rowLinks.refOf(row.id)}
            to={to(row.id)}
            current={row.id === current}
            now={list.now}
            showMda={role === 'oversight' || queue.key === 'offered'}
            showAssignee={!queue.own}
            onSelect={onSelect && ((withRange) => onSelect(row.id, withRange))}
            selecting={
              selection.on ? { isSelected: selection.isChosen(row.id), isSettled: bulk.run !== null } : undefined
            }
            mark={markOf(row.id)}
          />
        </li>
      ))}
    </ul>
  );
}

function RowSkeleton() {
  return (
    <div className="grid gap-2 py-1">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

function groupWord(group: DueGroup): string {
  const words: Record<DueGroup, string> = { late: t`Late`, today: t`Today`, later: t`Later`, closed: t`Closed` };
  return words[group];
}
