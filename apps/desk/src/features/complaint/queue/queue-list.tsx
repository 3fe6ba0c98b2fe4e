import { isPhoneLike } from '@baraza/contract/core/spelling';
import { EmptyState, Icon, Skeleton, SkeletonList } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatCount, LoadError, ShowMore, useOnScreen } from '@baraza/app';
import { CallerSearch } from '../counter/known-already.tsx';
import type { DueGroup } from './due-groups.ts';
import { QueueRow, type QueueRowProps } from './queue-row.tsx';
import type { Stack } from './stacks.ts';
import type { QueueRows } from './use-queue-rows.ts';

export type QueueListProps = Omit<QueueRowProps, 'row' | 'stack'> & { q: string };

/** Shows the rows, grouped under headings if sorted by due date. */
export function QueueList(props: QueueListProps) {
  const { queue, q, list, rowLinks } = props;
  const { query, rows, hold } = list;
  const byMouse = (event: PointerEvent, on: boolean) => event.pointerType === 'mouse' && hold(on);
  const walk = (event: KeyboardEvent) => {
    const id = rowLinks.focusedId();
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (id === undefined || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return rowLinks.move(event.key === 'ArrowDown' ? 1 : -1);
    const first = list.turnStack(id, event.key === forward);
    if (first !== undefined) rowLinks.focus(first);
  };
  return (
    <div
      className="queue-list m:relative m:scroll-pt-10 m:scroll-pb-4 m:overflow-auto m:pb-4"
      onPointerEnter={(event) => byMouse(event, true)}
      onPointerLeave={(event) => byMouse(event, event.currentTarget.contains(document.activeElement))}
      onFocus={() => hold(true)}
      // No row moves under a pointer that rests on the list.
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && hold(false)
      }
      onKeyDown={walk}
    >
      {rows.length > 0 ? (
        <>
          <ColumnNames />
          <Rows {...props} />
        </>
      ) : query.isError ? (
        <div className="p-4">
          <LoadError title={t`The list could not be loaded.`} query={query} />
        </div>
      ) : query.isSuccess ? (
        <div className="p-4">
          <EmptyState title={queue.key === 'search' ? t`Nothing was found.` : t`No complaints here.`}>
            {/\p{L}/u.test(q) && (
              <Trans>
                Last names and emails are found where you may see them. Search by tracking ID, first name, or words of
                the complaint.
              </Trans>
            )}
            {queue.key === 'search' && isPhoneLike(q) && <CallerSearch q={q} />}
          </EmptyState>
        </div>
      ) : queue.key === 'search' && q === '' ? (
        <p className="p-4 text-ink-2">
          <Trans>
            Type a tracking ID, its last six characters, a first name, or words from the complaint, its replies or
            notes.
          </Trans>
        </p>
      ) : (
        <SkeletonList label={t`Loading complaints`} count={5} className="p-4">
          <div className="grid gap-2 py-1">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </SkeletonList>
      )}
    </div>
  );
}

/** Heads the columns of the wide list; each row says by itself what its facts are. */
function ColumnNames() {
  return (
    <div className="queue-names" aria-hidden="true">
      <span className="queue-title">{t`Complaint`}</span>
      <span className="queue-facts">
        <span className="fact-who">{t`Owner`}</span>
        <span className="fact-place">{t`Place`}</span>
        <span className="fact-citizen">{t`Citizen`}</span>
        <span className="fact-category">{t`Category`}</span>
        <span className="fact-id">{t`ID`}</span>
      </span>
      <span>{t`Next timer`}</span>
    </div>
  );
}

function Rows(props: QueueListProps) {
  const { query, groups } = props.list;
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
          <LoadError title={t`The list could not be refreshed.`} query={query} />
        </div>
      )}
      {groups ? (
        groups.map(({ group, stacks, complete }) => (
          <section key={group}>
            <h2
              className="sticky top-0 z-2 flex items-center gap-2 bg-paper px-4 py-0.5 font-body text-xs leading-[1.4] font-bold text-ink-2 data-[group=late]:text-danger-ink"
              data-group={group}
            >
              {groupWord(group)}{' '}
              <span className="tabular-nums">{`${formatCount(stacks.flat().length)}${complete ? '' : '+'}`}</span>
            </h2>
            <RowList {...props} stacks={stacks} />
          </section>
        ))
      ) : (
        <RowList {...props} stacks={props.list.stacks} />
      )}
      <Growing query={query} />
    </>
  );
}

/** Loads the next page when the end of the list comes into view; the button is for whoever does not scroll. */
function Growing({ query }: { query: QueueRows['query'] }) {
  const end = useRef<HTMLDivElement>(null);
  const isAtEnd = useOnScreen(end);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const wantsMore = isAtEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) void fetchNextPage({ cancelRefetch: false });
  }, [wantsMore, fetchNextPage]);
  return (
    <div ref={end}>
      <ShowMore query={query} size="s" className="p-4 text-center" />
    </div>
  );
}

function RowList({ stacks, ...props }: QueueListProps & { stacks: readonly Stack[] }) {
  return (
    <ul>
      {stacks.map((stack) => {
        const [first, ...more] = stack;
        if (more.length === 0)
          return (
            <li key={first.id}>
              <QueueRow {...props} row={first} />
            </li>
          );
        const isOpen = props.list.isOpen(first.id);
        return (
          <li key={first.id} className="queue-stack">
            <StackButton {...props} stack={stack} isOpen={isOpen} />
            <QueueRow {...props} row={first} stack={stack} />
            {isOpen && (
              <ul>
                {more.map((row) => (
                  <li key={row.id}>
                    <QueueRow {...props} row={row} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Opens and shuts a stack by mouse and touch; the arrow keys do it on its row. */
function StackButton({ list, rowLinks, selection, stack: [first, ...more], isOpen }: StackButtonProps) {
  if (selection.on) return null;
  return (
    <button
      type="button"
      className="queue-turn"
      aria-expanded={isOpen}
      onClick={() => {
        list.turnStack(first.id, !isOpen);
        rowLinks.focus(first.id);
      }}
    >
      <Icon name={isOpen ? 'chevron-down' : 'chevron'} size="s" />
      <span className="sr-only">
        {t`${plural(more.length, { one: '# more like', other: '# more like' })}`} <bdi>{first.title}</bdi>
      </span>
    </button>
  );
}

type StackButtonProps = Pick<QueueListProps, 'list' | 'rowLinks' | 'selection'> & { stack: Stack; isOpen: boolean };

function groupWord(group: DueGroup): string {
  const words: Record<DueGroup, string> = { late: t`Late`, today: t`Today`, later: t`Later`, closed: t`Closed` };
  return words[group];
}
