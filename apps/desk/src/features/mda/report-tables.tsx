import {
  type ConfirmedRates,
  type Measures,
  type Report,
  type ReportMonth,
  type TimerKind,
  timerKinds,
} from '@baraza/contract';
import LineChart from '@baraza/ui/line-chart';
import { Table, type TableColumn } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { formatCount } from '@baraza/app';
import { CountLink } from '../../lib/list/count-link.tsx';
import { timerWord } from '../../lib/format/timer.ts';

/** Formats a figure; a dash stands for a withheld one. */
export function figure(value: number | null): string {
  return value === null ? '–' : String(value);
}

/** Formats a percentage; a dash stands for a withheld one. */
export function percentage(value: number | null): string {
  return value === null ? '–' : t`${value}%`;
}

function onTimeWord(kind: TimerKind): string {
  return { acknowledge: t`Started on time`, reply: t`Replied on time`, resolve: t`Resolved on time` }[kind];
}

/** Shows complaints received and resolved by month as lines. */
export function MonthChart({ report }: { report: Report }): ReactNode {
  const { months, total } = report;
  const [present] = useState(() => new Date().toISOString().slice(0, 7));
  const highest = months.reduce((best, month) => (month.received > best.received ? month : best));
  const [received, resolved] = [formatCount(total.received), formatCount(total.resolved)];
  const [peak, month] = [formatCount(highest.received), highest.month];
  return (
    <LineChart
      label={t`Complaints by month`}
      summary={t`${received} received, ${resolved} of them resolved. Busiest month: ${month}, with ${peak}.`}
      data={months.map((row) => ({
        name: row.month,
        fullName: row.month === present ? t`${row.month}, so far` : row.month,
        isRunning: row.month === present,
        total: row.received,
        resolved: row.resolved,
        unresolved: row.received - row.resolved,
      }))}
      words={{
        total: t`Received`,
        resolved: t`Resolved`,
        unresolved: t`Not resolved`,
        month: t`Month`,
        showTable: t`Show as table`,
        hideTable: t`Hide the table`,
      }}
    />
  );
}

/** Shows complaints, outcomes and timeliness by month, folded at first. */
export function MonthTable({ months }: { months: ReportMonth[] }): ReactNode {
  const columns: TableColumn<ReportMonth>[] = [
    { header: t`Month`, rowHeader: true, cell: (row) => <bdi dir="ltr">{row.month}</bdi> },
    { header: t`Received`, align: 'end', cell: (row) => formatCount(row.received) },
    { header: t`Resolved`, align: 'end', cell: (row) => formatCount(row.resolved) },
    { header: t`Rejected`, align: 'end', cell: (row) => formatCount(row.rejected) },
    { header: t`Withdrawn`, align: 'end', cell: (row) => formatCount(row.withdrawn) },
    ...timerKinds.map((kind): TableColumn<ReportMonth> => ({
      header: onTimeWord(kind),
      align: 'end',
      cell: (row) => percentage(row.onTime[kind]),
    })),
  ];
  return (
    <details className="sheet p-4">
      <summary className="min-h-11 cursor-pointer content-center font-display text-h3 font-bold">{t`By month`}</summary>
      <Table caption={t`By month`} captionHidden columns={columns} rows={months} rowKey={(row) => row.month} />
    </details>
  );
}

type Line = Pick<Report['categories'][number], 'id' | 'name' | 'measures'>;

type MeasureTableProps = {
  caption: string;
  name: string;
  rows: Line[];
  /** Filters of the list behind a row. */
  behind: (id: string) => Readonly<Record<string, string>>;
};

/** Shows figures by category or officer; rows without figures are summed up below. */
export function MeasureTable({ caption, name, rows, behind }: MeasureTableProps): ReactNode {
  const number = (header: string, cell: (row: Measures) => ReactNode): TableColumn<Line> => {
    return { header, align: 'end', cell: ({ measures }) => cell(measures) };
  };
  const linked = (header: string, queue: string, count: 'received' | 'open' | 'late' | 'resolved') => ({
    header,
    align: 'end' as const,
    order: (row: Line) => row.measures[count],
    cell: (row: Line) => (
      <CountLink count={row.measures[count]} queue={queue} filters={behind(row.id)} label={`${row.name}, ${header}`} />
    ),
  });
  const columns: TableColumn<Line>[] = [
    { header: name, rowHeader: true, order: (row) => row.name, cell: (row) => <bdi>{row.name}</bdi> },
    linked(t`Received`, 'received', 'received'),
    linked(t`Open`, 'open', 'open'),
    linked(t`Late`, 'overdue', 'late'),
    linked(t`Resolved`, 'resolved', 'resolved'),
    ...timerKinds.map((kind) => number(onTimeWord(kind), (row) => percentage(row.kept[kind].onTime))),
    number(t`Confirmed, of those who answered`, ({ confirmed }) => (confirmed ? <Confirmed {...confirmed} /> : '–')),
    number(t`Re-opened`, (row) => percentage(row.reopenRate)),
    number(t`Satisfaction`, (row) => figure(row.satisfaction.mean)),
  ];
  const shown = rows.filter(({ measures }) => hasFigures(measures));
  const small = rows.filter(({ measures }) => !hasFigures(measures));
  const complaints = formatCount(small.reduce((sum, { measures }) => sum + measures.received, 0));
  const text = t`${plural(small.length, {
    one: '# more row with too few complaints to show figures',
    other: '# more rows with too few complaints each to show figures',
  })}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {(shown.length > 0 || small.length === 0) && (
        <Table
          caption={caption}
          columns={columns}
          rows={shown}
          empty={t`No complaints were received in this period.`}
        />
      )}
      {small.length > 0 && (
        <p className="text-ink-2">
          {shown.length === 0 && <b>{caption}: </b>}
          {t`${text}. Complaints in total: ${complaints}.`}
        </p>
      )}
    </div>
  );
}

function Confirmed({ answered, rate, worst, best }: ConfirmedRates): ReactNode {
  return (
    <>
      {t`${rate}% of ${formatCount(answered)}`}
      <span className="block text-sm text-ink-2">{t`of all: ${worst} to ${best}%`}</span>
    </>
  );
}

function hasFigures({ kept, reopenRate, satisfaction }: Measures): boolean {
  return [reopenRate, satisfaction.mean, ...timerKinds.map((kind) => kept[kind].onTime)].some(
    (share) => share !== null,
  );
}

/** Shows each timer's target, timeliness and median. */
export function KeptTable({ report: { targets, total } }: { report: Report }) {
  const columns: TableColumn<{ id: TimerKind }>[] = [
    { header: t`Timer`, rowHeader: true, cell: ({ id }) => timerWord(id) },
    { header: t`Target, in working days`, align: 'end', cell: ({ id }) => figure(targets[id]) },
    { header: t`On time`, align: 'end', cell: ({ id }) => percentage(total.kept[id].onTime) },
    { header: t`Median, in days`, align: 'end', cell: ({ id }) => figure(total.kept[id].days) },
  ];
  return <Table caption={t`Targets met`} columns={columns} rows={timerKinds.map((id) => ({ id }))} />;
}

type Age = NonNullable<Report['backlog']>[number] & { readonly id: string; readonly fromDays: number };

/** Shows open complaints by age, with a bar for each share. */
export function BacklogTable({ backlog }: { backlog: NonNullable<Report['backlog']> }) {
  const most = Math.max(1, ...backlog.map(({ open }) => open));
  const rows = backlog.map((age, index) => ({ ...age, id: String(index), fromDays: backlog[index - 1]?.toDays ?? 0 }));
  const columns: TableColumn<Age>[] = [
    { header: t`Open for`, rowHeader: true, cell: (row) => ageWord(row) },
    {
      header: t`Complaints`,
      align: 'end',
      cell: ({ open }) => (
        <span className="flex items-center justify-end gap-3">
          <span aria-hidden="true" className="h-2 flex-1 max-m:min-w-24">
            <span className="block h-full rounded-pill bg-brand" style={{ inlineSize: `${(open / most) * 100}%` }} />
          </span>
          {formatCount(open)}
        </span>
      ),
    },
  ];
  return <Table caption={t`All open complaints, by age`} columns={columns} rows={rows} />;
}

function ageWord({ fromDays, toDays }: Age): string {
  if (toDays === null) return t`more than ${fromDays} days`;
  return fromDays === 0 ? t`up to ${toDays} days` : t`${fromDays} to ${toDays} days`;
}
