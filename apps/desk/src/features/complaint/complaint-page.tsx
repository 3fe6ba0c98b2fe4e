import { Id } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams, useNarrow } from '@baraza/app';
import { NotFound } from '../../lib/page/page.tsx';
import { paths } from '../../lib/router/paths.ts';
import { readsComplaints, useMe } from '../../lib/api/session.tsx';
import { useShortcuts } from '../../lib/shortcut/shortcuts.ts';
import { Case } from './case/case.tsx';
import { QueueColumn } from './queue/queue-column.tsx';
import { narrowed, notDoneQueue, queueOf, sorts, type Queue } from './queues.ts';
import { useRowLinks } from './bulk/use-row-links.ts';
import { isNearEnd, useNeighbours } from './queue/use-neighbours.ts';
import { useQueueRows } from './queue/use-queue-rows.ts';
import { BulkPanel } from './bulk/bulk-panel.tsx';
import { bulkLooks, BulkProgress } from './bulk/bulk-progress.tsx';
import { useBulk, useBulkRun } from './bulk/use-bulk.ts';
import { useOpenView } from './view/saved-view.api.ts';
import { useSelecting, useSelection } from './bulk/use-selection.ts';

/** Shows a queue and, beside it or in its place, the open complaint. */
export default function ComplaintPage() {
  const { queue: key, id } = useParams();
  const { role } = useMe();
  const queue = queueOf(key);
  if (!readsComplaints(role)) return <Navigate to="/" replace />;
  // Mails link to a complaint without a queue: it opens among all open ones.
  if (!queue && key && Id.safeParse(key).success) return <Navigate to={paths.complaint('open', key)} replace />;
  if (!queue) return <NotFound />;
  return <Desk queue={queue} id={id} />;
}

function Desk({ queue: whole, id }: { queue: Queue; id: string | undefined }) {
  const narrow = useNarrow();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const queue = narrowed(whole, params);
  const wanted = sorts.find((option) => option === params.get('sort')) ?? queue.sort;
  const sort = queue.query.due ? 'due' : (wanted ?? 'due');
  const q = queue.key === 'search' ? (params.get('q') ?? '') : '';
  const bulkRun = useBulkRun(id !== undefined);
  const isBroken = (useOpenView(queue.key)?.gone.length ?? 0) > 0;
  const list = useQueueRows(queue, sort, q, { keep: bulkRun.run !== null, isBroken });
  const selection = useSelection(list.rows, list.membersOf);
  const bulk = useBulk(selection, bulkRun);
  const rowLinks = useRowLinks(list.shown);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list.query;
  const isWhole = queue.key !== notDoneQueue.key || !hasNextPage;
  useEffect(() => {
    // All of them are selected, so all have to be there.
    if (!isWhole && !isFetchingNextPage) void fetchNextPage();
  }, [isWhole, isFetchingNextPage, fetchNextPage]);

  const suffix = params.size > 0 ? `?${params}` : '';
  const to = (row: string) => paths.complaint(queue.key, row) + suffix;
  const open = (row: { id: string } | null | undefined) => row && navigate(to(row.id));
  const close = () => navigate(paths.queue(queue.key) + suffix, { state: { focusRow: id && list.shownAs(id) } });
  const { next, previous } = useNeighbours(list, id);
  const move = (step: 1 | -1) => {
    if (id) return open(step > 0 ? next : previous);
    const focused = rowLinks.move(step);
    if (focused && isNearEnd(list.shown, focused) && list.query.hasNextPage)
      void list.query.fetchNextPage({ cancelRefetch: false });
  };
  const { select, turn } = useSelecting({ selection, rowLinks, openId: id, close });
  // A phone shows the list first, then the actions for the selection.
  const [isActing, setIsActing] = useState(false);
  const showsPanel = bulk.run !== null || (selection.on && (!narrow || isActing));
  const selectHere = () => {
    const rowId = rowLinks.focusedId() ?? id;
    if (rowId !== undefined) select?.(rowId, false);
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: select && !bulk.run ? () => selectHere() : undefined,
    Escape: id ? close : selection.on && !bulk.run ? () => turn(false) : undefined,
  });

  return (
    <main id="work" tabIndex={-1} className="contents" aria-label={t`Complaints`}>
      {(!narrow || (!id && !showsPanel)) && (
        <QueueColumn
          queue={queue}
          sort={sort}
          q={q}
          list={list}
          selection={selection}
          bulk={bulk}
          onSelect={bulk.run ? undefined : select}
          onSelecting={(on) => {
            setIsActing(false);
            turn(on);
          }}
          onShowRun={() => {
            bulk.show(true);
            if (id) close();
          }}
          current={id && list.shownAs(id)}
          to={to}
          rowLinks={rowLinks}
          leads={!id}
          isAlone={!id && !showsPanel}
        />
      )}
      {narrow && selection.on && !showsPanel && (
        <div className={bulkLooks.foot}>
          <Button variant="primary" disabled={selection.chosen.length === 0} onClick={() => setIsActing(true)}>
            {t`Continue with ${selection.chosen.length}`}
          </Button>
        </div>
      )}
      {showsPanel && bulk.run ? (
        <BulkProgress bulk={bulk} run={bulk.run} headingLevel={narrow ? 'h1' : 'h2'} />
      ) : showsPanel ? (
        <BulkPanel
          bulk={bulk}
          selection={selection}
          headingLevel={narrow ? 'h1' : 'h2'}
          onBack={narrow ? () => setIsActing(false) : undefined}
        />
      ) : id ? (
        <Case
          key={id}
          id={id}
          onClose={close}
          onNext={next ? () => open(next) : undefined}
          onPrevious={previous ? () => open(previous) : undefined}
        />
      ) : null}
    </main>
  );
}
