import { useId, useState, type ReactNode } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart as Chart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { Button } from './button.tsx';
import { EndLabels } from './line-chart-labels.tsx';
import { LineSample, lookOf, seriesKeys, type SeriesKey } from './line-chart-series.tsx';
import { Table } from './table.tsx';

/** Null: this month is still to come. It has its place on the axis, and the lines end before it. */
export type ChartMonth = Record<SeriesKey, number | null> & {
  /** Under the axis: "Jan". */
  name: string;
  /** In the table and when read out: "January 2024". */
  fullName: string;
};

export type LineChartProps = {
  /** What the chart is of: "Monthly reports, 2024". */
  label: string;
  /** One sentence that says what it shows: it is the chart's text for those who cannot see it. */
  summary: string;
  data: ChartMonth[];
  words: Record<SeriesKey, string> & { month: string; showTable: string; hideTable: string };
  /** Below: how the figures were made. */
  note?: ReactNode;
};

/** Three lines over the months, 400 px high, told apart by dash and marker as well as colour; with a table. */
export default function LineChart({ label, summary, data, words, note }: LineChartProps): ReactNode {
  const [table, setTable] = useState(false);
  // On a phone there is no room at the end of the lines; the key above names them.
  const [wide, setWide] = useState(false);
  const longest = Math.max(...seriesKeys.map((key) => words[key].length));
  const room = wide ? Math.min(240, 24 + longest * 8.6) : 12;
  const past = data.filter((it) => it.total !== null);
  const id = useId();
  return (
    <figure className="sheet grid grid-cols-[minmax(0,1fr)] gap-3 p-4 m:p-5" aria-labelledby={id}>
      <figcaption id={id} className="grid gap-1">
        <span className="font-display text-h3 font-bold">{label}</span>
        <span className="text-md text-ink-2">{summary}</span>
      </figcaption>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-md">
        {seriesKeys.map((key) => (
          <li key={key} className="inline-flex items-center gap-2">
            <LineSample series={key} />
            {words[key]}
          </li>
        ))}
      </ul>
      {/* Time runs left to right in every language. A narrower window clips the drawing until it is drawn anew. */}
      <div dir="ltr" className="line-chart h-100 overflow-x-clip">
        <ResponsiveContainer width="100%" height={400} onResize={(width) => setWide(width >= 640)}>
          <Chart data={data} margin={{ top: 12, right: room, bottom: 4, left: 0 }} aria-label={`${label}. ${summary}`}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="name"
              interval="equidistantPreserveStart"
              tickLine={false}
              stroke="var(--color-line-strong)"
            />
            <YAxis allowDecimals={false} width={44} tickCount={5} tickLine={false} axisLine={false} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--color-line-strong)' }}
              content={(props) => <Reading {...props} words={words} />}
            />
            {seriesKeys.map((key) => (
              <Line
                key={key}
                dataKey={key}
                name={words[key]}
                type="linear"
                strokeWidth={2.5}
                isAnimationActive={false}
                {...lookOf(key, past.length === 1)}
              />
            ))}
            {wide && <EndLabels last={past.at(-1)} words={words} />}
          </Chart>
        </ResponsiveContainer>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
        <Button size="s" aria-expanded={table} onClick={() => setTable(!table)} className="min-h-11">
          {table ? words.hideTable : words.showTable}
        </Button>
        {note && <span className="min-w-0 flex-1">{note}</span>}
      </div>
      {table && (
        <Table
          caption={label}
          captionHidden
          rows={data}
          rowKey={(row) => row.name}
          columns={[
            { key: 'month', header: words.month, cell: (row) => row.fullName, rowHeader: true },
            ...seriesKeys.map((key) => ({
              key,
              header: words[key],
              cell: (row: ChartMonth) => row[key] ?? '–',
              align: 'end' as const,
            })),
          ]}
        />
      )}
    </figure>
  );
}

type ReadingProps = TooltipContentProps & { words: LineChartProps['words'] };

/** The values of the month under the pointer, or where the arrow keys stand; recharts reads it out. */
function Reading({ active, payload, words }: ReadingProps): ReactNode {
  const month = active ? (payload?.[0]?.payload as ChartMonth | undefined) : undefined;
  if (!month) return null;
  return (
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
  );
}
