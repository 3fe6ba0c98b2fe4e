import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { countTicks, isLabelled, labelInterval } from './lib/chart-scale.ts';
import { useWidth } from './lib/use-width.ts';

const height = 400;
const plot = { top: 12, bottom: height - 34 };
/** A line at 0 lies slightly above the axis, which would hide it. */
const zero = plot.bottom - 8;
/** Approximate width of a letter of the small text, in pixels. */
const letterWidth = 8.6;

type PlotProps = { label: string; months: readonly ChartMonth[]; words: Record<SeriesKey, string> };

/** Draws axes and lines; pointer or arrow keys read out a month. */
export function LineChartPlot({ label, months, words }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    // Time runs left to right in every language.
    <div ref={box} dir="ltr" className="relative h-100">
      {width > 0 && <Plot width={width} label={label} months={months} words={words} />}
    </div>
  );
}

/** Lays out the counted months and both axes. */
function layOut(months: readonly ChartMonth[], width: number) {
  const past = months.filter((month) => month.total !== null);
  const widest = Math.max(...months.map(({ name }) => name.length)) * letterWidth;
  const right = width - Math.max(12, widest / 2);
  const ticks = countTicks(Math.max(0, ...past.map((month) => Math.max(...seriesKeys.map((key) => month[key] ?? 0)))));
  const left = Math.max(44, 16 + String(ticks.at(-1)).length * letterWidth);
  const distance = (right - left) / Math.max(1, months.length - 1);
  const x = (index: number) => (months.length === 1 ? (left + right) / 2 : left + index * distance);
  const y = (count: number) => zero - (count / (ticks.at(-1) ?? 1)) * (zero - plot.top);
  return { past, right, ticks, left, distance, interval: labelInterval(widest, distance), x, y };
}

function Plot({ width, label, months, words }: PlotProps & { width: number }) {
  const [active, setActive] = useState<number | null>(null);
  const layout = layOut(months, width);
  const { past, left, distance, x, y } = layout;
  const month = active === null ? undefined : past[active];

  const show = (index: number) => setActive(past.length > 0 ? Math.min(Math.max(index, 0), past.length - 1) : null);
  const onPointer = (event: PointerEvent<SVGSVGElement>) =>
    show(Math.round((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / distance));
  const onKeyDown = (event: KeyboardEvent) => {
    const current = active ?? 0;
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: past.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };

  return (
    <>
      <svg
        // A narrower window clips the drawing until it is drawn again.
        width="100%"
        height={height}
        role="application"
        aria-label={label}
        // The arrow keys move through the months.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="block rounded-1 text-sm"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        // A touched month stays selected until the focus leaves.
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
        onFocus={() => setActive((before) => before ?? (past.length > 0 ? 0 : null))}
        onBlur={() => setActive(null)}
        onKeyDown={onKeyDown}
      >
        <g aria-hidden="true">
          <Axes months={months} layout={layout} />
          {month && active !== null && (
            <line x1={x(active)} x2={x(active)} y1={plot.top} y2={plot.bottom} stroke="var(--color-line-strong)" />
          )}
          {seriesKeys.map((key) => (
            <SeriesLine
              key={key}
              series={key}
              isRunning={past.at(-1)?.isRunning === true}
              points={past.map((counts, index) => ({ x: x(index), y: y(counts[key] ?? 0) }))}
            />
          ))}
          {month &&
            active !== null &&
            seriesKeys.map((key) => <ActivePoint key={key} series={key} x={x(active)} y={y(month[key] ?? 0)} />)}
        </g>
      </svg>
      <Reading month={month} x={active === null ? 0 : x(active)} width={width} words={words} />
    </>
  );
}

type AxesProps = { months: readonly ChartMonth[]; layout: ReturnType<typeof layOut> };

function Axes({ months, layout: { interval, ticks, left, right, x, y } }: AxesProps) {
  return (
    <g fill="var(--color-ink-2)">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={tick === 0 ? plot.bottom : y(tick)}
            y2={tick === 0 ? plot.bottom : y(tick)}
            stroke={tick === 0 ? 'var(--color-line-strong)' : 'var(--color-line)'}
          />
          <text x={left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {months.map(({ name }, index) =>
        isLabelled(index, months.length, interval) ? (
          <text key={name} x={x(index)} y={plot.bottom + 22} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}

type ReadingProps = { month: ChartMonth | undefined; x: number; width: number; words: Record<SeriesKey, string> };

function Reading({ month, x, width, words }: ReadingProps) {
  const isBefore = x > width / 2;
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-3"
      style={isBefore ? { right: width - x + 12 } : { left: x + 12 }}
    >
      {month && (
        <div className="rounded-1 border border-line bg-raised px-3 py-2 text-sm shadow-2">
          <p className="font-semibold">{month.fullName}</p>
          {seriesKeys.map((key) => (
            <p key={key} className="flex items-center gap-2 tabular-nums">
              <LineSample series={key} />
              <span className="flex-1 pe-3 text-ink-2">{words[key]}</span>
              {month[key]}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

export const seriesKeys = ['total', 'resolved', 'unresolved'] as const;
export type SeriesKey = (typeof seriesKeys)[number];

/** Null for a future month: it has its place on the axis, and the lines end before it. */
export type ChartMonth = Record<SeriesKey, number | null> & {
  name: string;
  fullName: string;
  /** The present month, to which the lines are dotted. */
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

function SeriesLine({ series, points, isRunning }: { series: SeriesKey; points: Point[]; isRunning: boolean }) {
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

function ActivePoint({ series, x, y }: Point & { series: SeriesKey }) {
  return <circle cx={x} cy={y} r="6" fill={colours[series]} stroke="var(--color-surface)" strokeWidth="2" />;
}

/** Draws a piece of the line, for the key. */
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
