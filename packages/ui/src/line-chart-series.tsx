import type { ReactNode } from 'react';

export const seriesKeys = ['total', 'resolved', 'unresolved'] as const;
export type SeriesKey = (typeof seriesKeys)[number];

const colours: Record<SeriesKey, string> = {
  total: 'var(--color-chart-total)',
  resolved: 'var(--color-chart-resolved)',
  unresolved: 'var(--color-chart-unresolved)',
};

type MarkerProps = { cx?: number; cy?: number };

function Square({ cx, cy }: MarkerProps): ReactNode {
  if (cx === undefined || cy === undefined) return null;
  return <rect x={cx - 3.5} y={cy - 3.5} width="7" height="7" fill={colours.unresolved} />;
}

const looks = {
  total: { stroke: colours.total, dot: { r: 4, fill: colours.total }, activeDot: { r: 6 } },
  resolved: { stroke: colours.resolved, dot: false, activeDot: { r: 6 } },
  unresolved: { stroke: colours.unresolved, strokeDasharray: '7 5', dot: <Square />, activeDot: { r: 6 } },
};

/**
 * Total solid with discs, resolved plain, unresolved dashed with squares: no line is told by colour alone. Where there is one
 * month alone and so no line, each is a mark.
 */
export function lookOf(key: SeriesKey, alone: boolean) {
  return alone && key === 'resolved' ? { ...looks.resolved, dot: { r: 3, fill: colours.resolved } } : looks[key];
}

export function seriesColour(key: SeriesKey): string {
  return colours[key];
}

/** A piece of the line, for the key. */
export function LineSample({ series }: { series: SeriesKey }): ReactNode {
  return (
    <svg viewBox="0 0 32 12" aria-hidden="true" className="block h-3 w-8">
      <path
        d="M1 6h30"
        fill="none"
        stroke={colours[series]}
        strokeWidth="2.5"
        strokeDasharray={series === 'unresolved' ? '7 5' : undefined}
      />
      {series === 'total' && <circle cx="16" cy="6" r="4" fill={colours.total} />}
      {series === 'unresolved' && <Square cx={16} cy={6} />}
    </svg>
  );
}
