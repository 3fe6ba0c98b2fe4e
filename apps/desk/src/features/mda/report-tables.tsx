import type { Measures, Report, ReportMonth } from '@baraza/contract';
import LineChart from '@baraza/ui/line-chart';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '@baraza/app/format';

/** Formats a figure, or says that too few complaints are behind it. */
export function figure(value: number | null): string {
  return value === null ? t`too few` : String(value);
}

/** Formats a percentage, or says that too few complaints are behind it. */
export function percentage(value: number | null): string {
  return value === null ? t`too few` : t`${value} %`;
}

/** Shows the months of a report as lines. */
export function MonthChart({ report }: { report: Report }): ReactNode {
  const { months, total } = report;
  const highest = months.reduce((best, month) => (month.received > best.received ? month : best));
  const [received, resolved] = [formatCount(total.received), formatCount(total.resolved)];
  const [peak, month] = [formatCount(highest.received), highest.month];
  return (
    <LineChart
      label={t`Complaints by month`}
      summary={t`${received} came in, ${resolved} of them are resolved. Most came in ${month}: ${peak}.`}
      data={months.map((row) => ({
        name: row.month,
        fullName: row.month,
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

/** Tables the complaints of each month and their outcomes. */
export function MonthTable({ months }: { months: ReportMonth[] }): ReactNode {
  const columns: TableColumn<ReportMonth>[] = [
    { header: t`Month`, rowHeader: true, cell: (row) => <bdi dir="ltr">{row.month}</bdi> },
    { header: t`Received`, align: 'end', cell: (row) => formatCount(row.received) },
    { header: t`Resolved`, align: 'end', cell: (row) => formatCount(row.resolved) },
    { header: t`Rejected`, align: 'end', cell: (row) => formatCount(row.rejected) },
    { header: t`Withdrawn`, align: 'end', cell: (row) => formatCount(row.withdrawn) },
  ];
  return <Table caption={t`By month`} columns={columns} rows={months} rowKey={(row) => row.month} />;
}

interface Line {
  readonly id: string;
  readonly name: string;
  readonly measures: Measures;
}

/** Tables the figures of a report, one line a category or an officer. */
export function MeasureTable({ caption, name, rows }: { caption: string; name: string; rows: Line[] }): ReactNode {
  const number = (header: string, cell: (row: Measures) => ReactNode): TableColumn<Line> => {
    return { header, align: 'end', cell: ({ measures }) => cell(measures) };
  };
  const columns: TableColumn<Line>[] = [
    { header: name, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    number(t`Received`, (row) => formatCount(row.received)),
    number(t`Open`, (row) => formatCount(row.open)),
    number(t`Resolved`, (row) => formatCount(row.resolved)),
    number(t`On time`, (row) => percentage(row.onTime)),
    number(t`Re-opened`, (row) => percentage(row.reopenRate)),
    number(t`Days to reply`, (row) => figure(row.daysToReply)),
    number(t`Days to resolve`, (row) => figure(row.daysToResolve)),
    number(t`Satisfaction`, (row) => figure(row.satisfaction.mean)),
  ];
  return <Table caption={caption} columns={columns} rows={rows} empty={t`No complaints came in during these days.`} />;
}
