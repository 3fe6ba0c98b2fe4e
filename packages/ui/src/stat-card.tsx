import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { cx } from './lib/cx.ts';

const edges = { total: 'bg-chart-total', resolved: 'bg-chart-resolved', unresolved: 'bg-chart-unresolved' };

export type StatCardProps = { label: ReactNode; value: ReactNode; icon?: IconName; tone?: keyof typeof edges };

/** Shows a key figure with its icon. Its edge has the colour of the chart's line. */
export function StatCard({ label, value, icon, tone = 'total' }: StatCardProps) {
  return (
    <div className="sheet relative grid content-between gap-1 overflow-hidden px-5 py-4 ps-6">
      <span aria-hidden="true" className={cx('absolute inset-y-3.5 start-2 w-1 rounded-pill', edges[tone])} />
      <p className="flex items-start justify-between gap-3 text-md text-ink-2">
        {label}
        {icon && <Icon name={icon} className="mt-0.5 text-ink-3" />}
      </p>
      <p className="font-display text-hero font-bold tabular-nums">{value}</p>
    </div>
  );
}
