import { formatCount } from '@baraza/app';
import type { DeskComplaintSummary } from '@baraza/contract';
import { Button, ProgressBar, cx } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { bulkWords, markWord } from './bulk-words.ts';
import { batchSize, undoSeconds, type Bulk } from './use-bulk.ts';

/** Classes of the bulk screens: the section, its scrolling body, its buttons. */
export const bulkLooks = {
  whole: 'min-w-0 bg-surface m:grid m:min-h-0 m:grid-rows-[auto_minmax(0,1fr)_auto] xl:col-span-2',
  body: 'relative grid gap-x-8 gap-y-5 px-5 py-4 m:content-start m:overflow-auto',
  foot: 'sticky bottom-0 z-5 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-5 py-3',
};

/** Shows progress and result of a bulk action, with Undo and Stop. */
export function BulkProgress({ bulk, headingLevel: H }: { bulk: Bulk; headingLevel: 'h1' | 'h2' }): ReactNode {
  const { run, plan, action, withMark } = bulk;
  const [isStopping, setIsStopping] = useState(false);
  if (!run) return null;
  const total = plan.included.length;
  const [done, failed, rest] = [withMark('done'), withMark('failed'), withMark('sending', 'waits')];
  const finished = done.length + failed.length;
  const leftOut = [...plan.leftOut.values()].flat();
  const untouched = run.phase === 'finished' ? t`Left as they were` : t`Still to do`;
  return (
    <section className={bulkLooks.whole} aria-label={t`Selected complaints`}>
      <header className="grid gap-2 border-b border-line px-5 py-3">
        <H className="text-h2">{bulkWords(action, total).title}</H>
        <ProgressBar value={finished} max={total} label={t`Progress`} />
        <p role="status" className="font-semibold tabular-nums">
          {run.phase === 'delayed' && t`Nothing has been sent yet. Sending starts in ${undoSeconds} seconds.`}
          {run.phase === 'running' && t`${finished} of ${total}`}
          {run.phase === 'finished' &&
            (done.length === total
              ? t`All ${total} done`
              : t`${done.length} of ${total} done, ${total - done.length} not done`)}
        </p>
      </header>
      <div className={bulkLooks.body}>
        <Tallies level={H === 'h1' ? 'h2' : 'h3'} title={t`Result so far`}>
          <BulkTally title={markWord('done', action)} rows={done} tone="good" />
          {failed.length > 0 && (
            <BulkTally title={markWord('failed', action)} rows={failed} reasonOf={(id) => run.outcomes.get(id)?.text} />
          )}
          {rest.length > 0 && <BulkTally title={untouched} rows={rest} />}
          {leftOut.length > 0 && <BulkTally title={t`Left out from the start`} rows={leftOut} />}
        </Tallies>
      </div>
      <footer className={bulkLooks.foot}>
        {run.phase === 'delayed' && (
          <Button ref={focusOnMount} key="undo" variant="primary" onClick={bulk.undo}>
            {t`Undo`}
          </Button>
        )}
        {run.phase === 'running' && (
          <>
            <p className="me-auto text-sm text-ink-2">
              {t`Complaints already done stay done. The rest stay untouched.`}
            </p>
            <Button
              ref={focusOnMount}
              key="stop"
              aria-disabled={isStopping}
              onClick={() => {
                setIsStopping(true);
                bulk.stop();
              }}
            >
              {isStopping
                ? t`Stopping`
                : plural(Math.min(batchSize, rest.length), { one: 'Stop after this one', other: 'Stop after these #' })}
            </Button>
          </>
        )}
        {run.phase === 'finished' && (
          <>
            {done.length < total && (
              <Button onClick={bulk.again}>{t`Back to the ${total - done.length} not done`}</Button>
            )}
            <Button ref={focusOnMount} key="done" variant="primary" onClick={bulk.close}>
              {t`Done`}
            </Button>
          </>
        )}
      </footer>
    </section>
  );
}

/** Focuses the button that replaces the one just pressed. */
const focusOnMount = (button: HTMLElement | null) => button?.focus();

type BulkTallyProps = {
  title: string;
  hint?: string;
  rows: readonly DeskComplaintSummary[];
  reasonOf?: (id: string) => string | undefined;
  tone?: 'good';
};

/** Counts complaints with one outcome, and lists them when unfolded. */
export function BulkTally({ title, hint, rows, reasonOf, tone }: BulkTallyProps): ReactNode {
  return (
    <details className={cx('border-t border-line first:border-0', tone && 'bg-resolved-bg')}>
      <summary className="grid cursor-pointer list-none grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-3">
        <b className={cx('text-end text-lead tabular-nums', tone && 'text-resolved-ink')}>{formatCount(rows.length)}</b>{' '}
        <span className="font-semibold">{title}</span> <span className="font-semibold text-brand">{t`Show`}</span>
        {hint && <span className="col-start-2 text-sm text-ink-2">{hint}</span>}
      </summary>
      <ul className="grid gap-1.5 px-4 pb-3 ps-18">
        {rows.map(({ id, title: name, trackingId }) => (
          <li key={id} className="text-sm wrap-anywhere">
            <bdi>{name}</bdi>{' '}
            <span className="mono text-ink-2" translate="no">
              {trackingId}
            </span>
            {reasonOf?.(id) && <span className="block text-ink-2">{reasonOf(id)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Groups tallies in a titled box. */
export function Tallies({ level: H, title, children }: { level: 'h2' | 'h3'; title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <H className="text-h3">{title}</H>
      <div className="overflow-hidden rounded-2 border border-line-strong">{children}</div>
    </section>
  );
}

/** Titles the box of complaints that are left out. */
export const leftOutTitle = (many: number) => t`Left out: ${many}, and why`;
