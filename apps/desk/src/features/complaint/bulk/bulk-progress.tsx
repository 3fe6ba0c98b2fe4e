import { formatCount, say } from '@baraza/app';
import type { BulkRun, DeskComplaintSummary } from '@baraza/contract';
import { Button, ProgressBar, cx } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { bulkWords, markWord } from './bulk-words.ts';
import type { Bulk } from './use-bulk.ts';

/** Classes of the bulk screens: the section, its scrolling body, its buttons. */
export const bulkLooks = {
  whole: 'min-w-0 bg-surface m:grid m:min-h-0 m:grid-rows-[auto_minmax(0,1fr)_auto] xl:col-span-2',
  body: 'relative grid gap-x-8 gap-y-5 px-5 py-4 m:content-start m:overflow-auto',
  foot: 'sticky bottom-0 z-5 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-5 py-3',
};

type BulkProgressProps = { bulk: Bulk; run: BulkRun; headingLevel: 'h1' | 'h2' };

/** Shows progress and result of a bulk action, with Undo and Stop. */
export function BulkProgress({ bulk, run, headingLevel: H }: BulkProgressProps): ReactNode {
  const { action, items, phase } = run;
  const [isStopping, setIsStopping] = useState(false);
  const total = items.length;
  const rowsOf = (state: boolean | null) => items.filter(({ done }) => done === state).map(toRow);
  const [done, failed, rest] = [rowsOf(true), rowsOf(false), rowsOf(null)];
  const errors = new Map(items.map(({ id, error }) => [id, error]));
  return (
    <section className={bulkLooks.whole} aria-label={t`Selected complaints`}>
      <header className="grid gap-2 border-b border-line px-5 py-3">
        <H className="text-h2">{bulkWords(action, total).title}</H>
        <ProgressBar value={done.length + failed.length} max={total} label={t`Progress`} />
        <p role="status" className="font-semibold tabular-nums">
          {progressWords(run)}
        </p>
      </header>
      <div className={bulkLooks.body}>
        <Tallies level={H === 'h1' ? 'h2' : 'h3'} title={t`Result so far`}>
          <BulkTally title={markWord('done', action)} rows={done} tone="good" />
          {failed.length > 0 && (
            <BulkTally title={markWord('failed', action)} rows={failed} reasonOf={(id) => say(errors.get(id) ?? '')} />
          )}
          {rest.length > 0 && (
            <BulkTally title={phase === 'finished' ? t`Left as they were` : t`Still to do`} rows={rest} />
          )}
        </Tallies>
      </div>
      <footer className={bulkLooks.foot}>
        {phase !== 'finished' && (
          <p className="grow basis-40 text-sm text-ink-2">
            {t`The server does this: you can go on working, or close the desk.`}
          </p>
        )}
        <Button onClick={() => bulk.show(false)}>{t`Go on working`}</Button>
        {phase === 'delayed' && (
          <Button ref={focusOnMount} key="undo" variant="primary" onClick={bulk.end}>
            {t`Undo`}
          </Button>
        )}
        {phase === 'running' && (
          <Button
            ref={focusOnMount}
            key="stop"
            aria-disabled={isStopping}
            onClick={() => {
              setIsStopping(true);
              bulk.end();
            }}
          >
            {isStopping ? t`Stopping` : t`Stop`}
          </Button>
        )}
        {phase === 'finished' && (
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

/** Words the progress of a run. */
export function progressWords({ items, phase, beginsAt }: BulkRun): string {
  const total = items.length;
  const done = items.filter((item) => item.done).length;
  if (phase === 'delayed') {
    const seconds = Math.max(1, Math.ceil((new Date(beginsAt).getTime() - Date.now()) / 1000));
    return t`Nothing has been sent yet. Sending starts in ${seconds} seconds.`;
  }
  if (phase === 'running') return t`${items.filter((item) => item.done !== null).length} of ${total}`;
  return done === total ? t`All ${total} done` : t`${done} of ${total} done, ${total - done} not done`;
}

const toRow = ({ id, complaint }: BulkRun['items'][number]): TallyRow => ({
  id,
  ...(complaint ?? { title: t`You can no longer open this one`, trackingId: '' }),
});

/** Focuses the button that replaces the one just pressed. */
const focusOnMount = (button: HTMLElement | null) => button?.focus();

type TallyRow = Pick<DeskComplaintSummary, 'id' | 'title' | 'trackingId'>;

type BulkTallyProps = {
  title: string;
  hint?: string;
  rows: readonly TallyRow[];
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
