import { formatCount, Heading, keepFocus, useLocation, useSearchParams, useWide } from '@baraza/app';
import { Button, cx, EmptyState } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useEffect, type ReactNode } from 'react';
import { i18n } from '../../../lib/i18n/i18n.ts';
import { announce } from '../../../lib/page/announcer.tsx';
import { togetherPreference, usePreference } from '../../../lib/storage/preference.ts';
import { progressWords } from '../bulk/bulk-progress.tsx';
import { bulkWords } from '../bulk/bulk-words.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { useDeskCounts, useDeskTotal } from '../complaint.api.ts';
import { filtersOf, searchQueue, type Sort } from '../queues.ts';
import { BurstBand } from '../known-issue/burst-band.tsx';
import { ListFilters, SortMenu } from './list-filters.tsx';
import { QueueList, type QueueListProps } from './queue-list.tsx';
import { SearchBox } from './search-box.tsx';
import { goneWords } from '../view/gone-words.ts';
import { useOpenView } from '../view/saved-view.api.ts';
import { ViewMenu } from '../view/view-menu.tsx';
import type { QueueRows } from './use-queue-rows.ts';
import type { RowLinks } from '../bulk/use-row-links.ts';

type QueueColumnProps = QueueListProps & {
  sort: Sort;
  /** Whether the list is the main content, without a complaint beside it. */
  leads: boolean;
  /** Whether the list takes the whole width, with nothing beside it. */
  isAlone: boolean;
  onSelecting: (on: boolean) => void;
  onShowRun: () => void;
};

/** Shows the list of complaints: name, length, order, rows. */
export function QueueColumn(props: QueueColumnProps) {
  const { sort, leads, isAlone, onSelecting, onShowRun, ...listProps } = props;
  const { queue, q, list, selection, bulk, onSelect, rowLinks } = listProps;
  const wide = useWide();
  const { data: counts } = useDeskCounts();
  const [params] = useSearchParams();
  const narrowing = filtersOf(params);
  const isWhole = Object.keys(narrowing).length === 0;
  const count = isWhole && queue.count ? counts?.[queue.count] : undefined;
  const words = list.query.data?.pages[0]?.corrected ?? q;
  const total = useDeskTotal({ ...queue.query, ...(words && { q: words }) }, count === undefined).data?.total;
  const whole = count ?? total;
  const length = whole === undefined ? null : formatCount(whole);
  const view = useOpenView(queue.key);
  const name = q ? t`Search: ${q}` : (view?.name ?? i18n._(queue.name));
  const selectAll = async () => {
    let page: Pick<typeof list.query, 'data' | 'hasNextPage' | 'fetchNextPage' | 'isError'> = list.query;
    const ids = () => (page.data?.pages ?? []).flatMap(({ items }) => items.map(({ id }) => id));
    while (page.hasNextPage && !page.isError && ids().length < selectMax) page = await page.fetchNextPage();
    selection.choose(ids());
  };
  const beginWithAll = () => {
    if (!selection.on) onSelecting(true);
    void selectAll();
  };
  useShortcuts({ 'Ctrl+A': onSelect && leads && !bulk.run ? beginWithAll : undefined });
  useFocusRow(rowLinks);
  useResultCount(q, total);

  return (
    <section
      className={cx(
        'min-w-0 border-line bg-paper m:grid m:min-h-0 m:grid-rows-[auto_minmax(0,1fr)] m:border-e max-m:min-h-[calc(100dvh-3.25rem)] max-m:pb-6 print:hidden',
        isAlone && 'queue-alone',
      )}
      aria-label={name}
    >
      <div className="queue-head flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-1.5 pb-1">
        <Heading
          title={name}
          documentTitle={count === undefined ? name : `${name} (${count})`}
          as={leads ? 'h1' : 'h2'}
          leads={leads}
          className="text-h3/[1.2]"
        >
          <bdi>{name}</bdi>
        </Heading>
        {length !== null && <span className="queue-length text-sm text-ink-2 tabular-nums">{length}</span>}
        <span className="queue-choices ms-auto flex flex-wrap">
          {onSelect && !bulk.run && (
            <Button size="s" variant="quiet" onClick={() => onSelecting(!selection.on)}>
              {selection.on ? t`Cancel` : t`Select`}
            </Button>
          )}
          {!queue.query.due && <SortMenu queue={queue} sort={sort} />}
        </span>
        <div className={cx('queue-filters flex w-full flex-wrap items-center gap-x-2', isAlone && 'm:w-auto')}>
          <ListFilters />
          <ViewMenu queue={queue.key} />
          {q === '' && <TogetherSwitch />}
        </div>
        {!wide && queue.key === searchQueue.key && (
          <div className="w-full">
            <SearchBox />
          </div>
        )}
        {selection.on && !bulk.run && <SelectAll list={list} selection={selection} length={length} onAll={selectAll} />}
        {bulk.behind && (
          <Button size="s" className="w-full" onClick={onShowRun}>
            {`${bulkWords(bulk.behind.action, bulk.behind.items.length).title}: ${progressWords(bulk.behind)}`}
          </Button>
        )}
        <BurstBand />
        {list.waiting && !bulk.run && (
          <Button size="s" icon="retry" className="w-full" onClick={list.update}>
            {t`The list has changed. Refresh it`}
          </Button>
        )}
      </div>
      {view && view.gone.length > 0 ? (
        <div className="p-4">
          <EmptyState title={t`This view names something that is gone: ${goneWords(view.gone)}.`}>
            {t`Take its filter off, or remove the view.`}
          </EmptyState>
        </div>
      ) : (
        <QueueList {...listProps} />
      )}
    </section>
  );
}

function useFocusRow(rowLinks: RowLinks): void {
  const { state, key } = useLocation();
  const id = (state as { focusRow?: unknown } | null)?.focusRow;
  useEffect(() => {
    if (typeof id === 'string' && rowLinks.focus(id)) keepFocus();
    // Once per visit of the list, however its rows change later.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, key]);
}

function useResultCount(q: string, total: number | undefined): void {
  const isDone = q !== '' && total !== undefined;
  useEffect(() => {
    if (isDone) announce(t`${plural(total, { one: '# complaint', other: '# complaints' })}`);
    // A row that comes or goes later is not a new search.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [q, isDone]);
}

/** Chooses whether complaints that look alike stand together, in all lists. */
function TogetherSwitch() {
  const [together, setTogether] = usePreference(togetherPreference);
  return (
    <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-sm font-semibold">
      <input
        type="checkbox"
        className="size-4.5 accent-brand"
        checked={together === 'on'}
        onChange={() => setTogether(together === 'on' ? 'off' : 'on')}
      />
      {t`Alike together`}
    </label>
  );
}

/** Limit of a selection: more would keep server and citizens busy for long. */
const selectMax = 1000;

type SelectAllProps = { list: QueueRows; selection: Selection; length: string | null; onAll: () => Promise<void> };

/** Selects the whole list, loading its further pages, or clears the selection. */
function SelectAll({ list: { query, rows }, selection, length, onAll }: SelectAllProps): ReactNode {
  const many = formatCount(selection.chosen.length);
  const isAll = rows.length > 0 && selection.chosen.length === rows.length && !query.hasNextPage;
  return (
    <label className="flex min-h-9 w-full cursor-pointer items-center gap-2.5 ps-0.5 text-sm font-semibold">
      <input
        type="checkbox"
        className="size-4.5 accent-brand"
        checked={isAll}
        disabled={query.isPending}
        onChange={() => (isAll ? selection.choose([]) : void onAll())}
      />
      <span>
        {query.isFetchingNextPage
          ? t`Loading`
          : isAll
            ? t`All ${many} in this list are selected`
            : selection.chosen.length > 0
              ? t`${many} selected`
              : t`All ${length ?? ''} in this list`}
      </span>
    </label>
  );
}
