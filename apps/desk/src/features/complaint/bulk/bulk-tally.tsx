import type { DeskComplaintSummary } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '@baraza/app';
import { cx } from '@baraza/ui';

type BulkTallyProps = {
  title: string;
  hint?: string;
  rows: readonly DeskComplaintSummary[];
  reasonOf?: (id: string) => string | undefined;
  tone?: 'good';
};

/** Counts complaints that share one fate, and lists them when asked. */
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

type TalliesProps = { level: 'h2' | 'h3'; title: string; children: ReactNode };

/** Lists in a box what complaints share. */
export function Tallies({ level: H, title, children }: TalliesProps): ReactNode {
  return (
    <section className="grid content-start gap-2">
      <H className="text-h3">{title}</H>
      <div className="overflow-hidden rounded-2 border border-line-strong">{children}</div>
    </section>
  );
}

/** Names the box of the complaints that are left out. */
export const leftOutTitle = (many: number) => t`Left out: ${many}, and why`;
