import { useId, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { LineChartPlot, LineSample, seriesKeys, type ChartMonth, type SeriesKey } from './line-chart-plot.tsx';
import { Table } from './table.tsx';

export type LineChartProps = {
  label: string;
  /** Describes the chart in one sentence, for people who cannot see it. */
  summary: string;
  data: ChartMonth[];
  words: Record<SeriesKey, string> & { month: string; showTable: string; hideTable: string };
  note?: ReactNode;
};

/** Draws three lines over months, 400 px high, with a table. They differ by dash and marker, not only by colour. */
export default function LineChart({ label, summary, data, words, note }: LineChartProps) {
  const [table, setTable] = useState(false);
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
      <LineChartPlot label={`${label}. ${summary}`} months={data} words={words} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
        <Button size="s" aria-expanded={table} onClick={() => setTable(!table)} className="min-h-11">
          {table ? words.hideTable : words.showTable}
        </Button>
        {note && <span className="min-w-0 flex-[1_1_14rem]">{note}</span>}
      </div>
      {table && (
        <Table
          caption={label}
          captionHidden
          rows={data}
          rowKey={(row) => row.name}
          columns={[
            { header: words.month, cell: (row) => row.fullName, rowHeader: true },
            ...seriesKeys.map((key) => ({
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
