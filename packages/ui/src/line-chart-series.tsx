export const seriesKeys = ['total', 'resolved', 'unresolved'] as const;
export type SeriesKey = (typeof seriesKeys)[number];

/** Null: this month is still to come. It has its place on the axis, and the lines end before it. */
export type ChartMonth = Record<SeriesKey, number | null> & {
  /** Under the axis: "Jan". */
  name: string;
  /** In the table and when read out: "January 2024". */
  fullName: string;
  /** The month still runs: the lines to it are dotted. */
  isRunning?: boolean;
};

const colours: Record<SeriesKey, string> = {
  total: 'var(--color-chart-total)',
  resolved: 'var(--color-chart-resolved)',
  unresolved: 'var(--color-chart-unresolved)',
};

type Point = { readonly x: number; readonly y: number };

function Marker({ series, x, y }: Point & { series: SeriesKey }) {
  if (series === 'unresolved') return <rect x={x - 3.5} y={y - 3.5} width="7" height="7" fill={colours.unresolved} />;
  if (series === 'resolved') {
    return <path d={`M${x} ${y - 4.5} ${x + 4.5} ${y + 3.5} ${x - 4.5} ${y + 3.5}Z`} fill={colours.resolved} />;
  }
  return <circle cx={x} cy={y} r="4" fill={colours.total} />;
}

/** Draws the line of a series, told apart by dashes and markers too; to a running month it is dotted. */
export function SeriesLine({ series, points, isRunning }: { series: SeriesKey; points: Point[]; isRunning: boolean }) {
  const whole = isRunning ? points.slice(0, -1) : points;
  const stroke = { fill: 'none', stroke: colours[series], strokeWidth: 2.5 };
  return (
    <g data-series={series}>
      <polyline {...stroke} points={pathOf(whole)} strokeDasharray={series === 'unresolved' ? '7 5' : undefined} />
      {isRunning && <polyline {...stroke} data-running="" points={pathOf(points.slice(-2))} strokeDasharray="2 4" />}
      {points.map((point) => (
        <Marker key={point.x} series={series} {...point} />
      ))}
    </g>
  );
}

const pathOf = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ');

/** Marks the month that is read. */
export function ActivePoint({ series, x, y }: Point & { series: SeriesKey }) {
  return <circle cx={x} cy={y} r="6" fill={colours[series]} stroke="var(--color-surface)" strokeWidth="2" />;
}

/** A piece of the line, for the key. */
export function LineSample({ series }: { series: SeriesKey }) {
  return (
    <svg viewBox="0 0 32 12" aria-hidden="true" className="block h-3 w-8">
      <path
        d="M1 6h30"
        fill="none"
        stroke={colours[series]}
        strokeWidth="2.5"
        strokeDasharray={series === 'unresolved' ? '7 5' : undefined}
      />
      <Marker series={series} x={16} y={6} />
    </svg>
  );
}
