import type { ReactNode } from 'react';

export const seriesKeys = ['total', 'resolved', 'unresolved'] as const;
export type SeriesKey = (typeof seriesKeys)[number];

/** Null: this month is still to come. It has its place on the axis, and the lines end before it. */
export type ChartMonth = Record<SeriesKey, number | null> & {
  /** Under the axis: "Jan". */
  name: string;
  /** In the table and when read out: "January 2024". */
  fullName: string;
};

const colours: Record<SeriesKey, string> = {
  total: 'var(--color-chart-total)',
  resolved: 'var(--color-chart-resolved)',
  unresolved: 'var(--color-chart-unresolved)',
};

type Point = { readonly x: number; readonly y: number };

function Marker({ series, x, y }: Point & { series: SeriesKey }): ReactNode {
  if (series === 'unresolved') return <rect x={x - 3.5} y={y - 3.5} width="7" height="7" fill={colours.unresolved} />;
  return <circle cx={x} cy={y} r={series === 'total' ? 4 : 3} fill={colours[series]} />;
}

/**
 * Draws the line of a series: total solid with discs, resolved plain, unresolved dashed with squares, so that no line is told
 * apart by colour alone. A single point has a marker in every series.
 */
export function SeriesLine({ series, points }: { series: SeriesKey; points: readonly Point[] }): ReactNode {
  const hasMarkers = series !== 'resolved' || points.length === 1;
  return (
    <g data-series={series}>
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke={colours[series]}
        strokeWidth="2.5"
        strokeDasharray={series === 'unresolved' ? '7 5' : undefined}
      />
      {hasMarkers && points.map((point) => <Marker key={point.x} series={series} {...point} />)}
    </g>
  );
}

/** Marks the month that is read. */
export function ActivePoint({ series, x, y }: Point & { series: SeriesKey }): ReactNode {
  return <circle cx={x} cy={y} r="6" fill={colours[series]} stroke="var(--color-surface)" strokeWidth="2" />;
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
      {series !== 'resolved' && <Marker series={series} x={16} y={6} />}
    </svg>
  );
}
