import {
  type ConfirmedRates,
  type Measures,
  type OfficerRecord,
  type RecordKind,
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
import { Bar } from '../../lib/list/bar.tsx';
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

/** Months with fewer complaints are bars: a line between small numbers says nothing. */
const smallest = 20;
const mostIn = (months: readonly ReportMonth[]) => Math.max(1, ...months.map(({ received }) => received));

/** Whether the months of a report have numbers that a line can show. */
export const areForLines = (months: readonly ReportMonth[]) => months.length > 2 && mostIn(months) >= smallest;

/** Shows complaints, outcomes and timeliness by month, folded below a chart. */
export function MonthTable({ report, of }: { report: Report; of: Filters }): ReactNode {
  const { months, from, to } = report;
  const most = mostIn(months);
  const linked = (header: string, row: ReportMonth, queue: 'received' | 'resolved' | 'rejected' | 'withdrawn') => {
    const [first, last] = [`${row.month}-01`, lastDayOf(row.month)];
    const filed = `${first > from ? first : from}..${last < to ? last : to}`;
    return <CountLink count={row[queue]} queue={queue} filters={{ ...of, filed }} label={`${row.month}, ${header}`} />;
  };
  const columns: TableColumn<ReportMonth>[] = [
    { header: t`Month`, rowHeader: true, cell: (row) => <bdi dir="ltr">{row.month}</bdi> },
    {
      header: t`Received`,
      align: 'end',
      cell: (row) => (
        <Bar value={row.received} most={most}>
          {linked(t`Received`, row, 'received')}
        </Bar>
      ),
    },
    { header: t`Resolved`, align: 'end', cell: (row) => linked(t`Resolved`, row, 'resolved') },
    { header: t`Rejected`, align: 'end', cell: (row) => linked(t`Rejected`, row, 'rejected') },
    { header: t`Withdrawn`, align: 'end', cell: (row) => linked(t`Withdrawn`, row, 'withdrawn') },
    ...timerKinds.map((kind): TableColumn<ReportMonth> => ({
      header: onTimeWord(kind),
      align: 'end',
      cell: (row) => percentage(row.onTime[kind]),
    })),
  ];
  return (
    <details className="sheet p-4" open={!areForLines(months)}>
      <summary className="min-h-11 cursor-pointer content-center font-display text-h3 font-bold">{t`By month`}</summary>
      <Table caption={t`By month`} captionHidden columns={columns} rows={months} rowKey={(row) => row.month} />
    </details>
  );
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}

type Filters = Readonly<Record<string, string>>;
type Line = Pick<Report['categories'][number], 'id' | 'name' | 'measures'>;

type MeasureTableProps = {
  caption: string;
  name: string;
  rows: Line[];
  /** Filters of the list behind a row. */
  behind: (id: string) => Filters;
};

/** Shows figures by category, unit, area or source; rows without figures are summed up below. */
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

/** Shows what officers did in the period, whoever has the complaints now. */
export function OfficerTable({ officers, days, of }: { officers: OfficerRecord[]; days: string; of: Filters }) {
  const counted = (header: string, kind: RecordKind): TableColumn<OfficerRecord> => ({
    header,
    align: 'end',
    order: (row) => row[kind],
    cell: ({ id, name, ...row }) => {
      const filters = { ...of, record: `${kind}:${id ?? 'none'}:${days}` };
      return (
        <CountLink count={row[kind]} queue="received" filters={filters} label={`${name ?? t`Nobody`}, ${header}`} />
      );
    },
  });
  const columns: TableColumn<OfficerRecord>[] = [
    {
      header: t`Officer`,
      rowHeader: true,
      order: (row) => row.name ?? '',
      cell: ({ name }) => <bdi>{name ?? t`Nobody`}</bdi>,
    },
    counted(t`Assigned to them`, 'received'),
    counted(t`Resolved by them`, 'resolved'),
    counted(t`Became late with them`, 'late'),
    { header: t`Re-opened`, align: 'end', cell: (row) => percentage(row.reopenRate) },
  ];
  return (
    <Table
      caption={t`By officer: what they had and did in this period`}
      columns={columns}
      rows={officers}
      rowKey={(row) => row.id ?? ''}
      empty={t`Nothing was assigned in this period.`}
    />
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

/** Shows each timer's target, timeliness beside that of the year before, and median. */
export function KeptTable({ report: { targets, total, yearBefore } }: { report: Report }) {
  const columns: TableColumn<{ id: TimerKind }>[] = [
    { header: t`Timer`, rowHeader: true, cell: ({ id }) => timerWord(id) },
    { header: t`Target, in working days`, align: 'end', cell: ({ id }) => figure(targets[id]) },
    { header: t`On time`, align: 'end', cell: ({ id }) => percentage(total.kept[id].onTime) },
    { header: t`On time a year before`, align: 'end', cell: ({ id }) => percentage(yearBefore.total.kept[id].onTime) },
    { header: t`Median, in days`, align: 'end', cell: ({ id }) => figure(total.kept[id].days) },
  ];
  return <Table caption={t`Targets met`} columns={columns} rows={timerKinds.map((id) => ({ id }))} />;
}

type Age = NonNullable<Report['backlog']>[number] & { readonly id: string; readonly fromDays: number };

/** Shows open complaints by age, with a bar for each share. */
export function BacklogTable({ backlog, of }: { backlog: NonNullable<Report['backlog']>; of: Filters }) {
  const most = Math.max(1, ...backlog.map(({ open }) => open));
  const rows = backlog.map((age, index) => ({ ...age, id: String(index), fromDays: backlog[index - 1]?.toDays ?? 0 }));
  const columns: TableColumn<Age>[] = [
    { header: t`Open for`, rowHeader: true, cell: (row) => ageWord(row) },
    {
      header: t`Complaints`,
      align: 'end',
      cell: ({ open, filed, ...age }) => (
        <Bar value={open} most={most}>
          <CountLink count={open} queue="open" filters={{ ...of, filed }} label={ageWord(age)} />
        </Bar>
      ),
    },
  ];
  return <Table caption={t`All open complaints, by age`} columns={columns} rows={rows} />;
}

function ageWord({ fromDays, toDays }: Pick<Age, 'fromDays' | 'toDays'>): string {
  if (toDays === null) return t`more than ${fromDays} days`;
  return fromDays === 0 ? t`up to ${toDays} days` : t`${fromDays} to ${toDays} days`;
}
