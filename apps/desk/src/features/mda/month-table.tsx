import type { ReportMonth } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';

/** Tables the complaints of each month and their outcomes. */
export function MonthTable({ months }: { months: ReportMonth[] }): ReactNode {
  const columns: TableColumn<ReportMonth>[] = [
    { key: 'month', header: t`Month`, rowHeader: true, cell: (row) => <bdi dir="ltr">{row.month}</bdi> },
    { key: 'received', header: t`Received`, align: 'end', cell: (row) => formatCount(row.received) },
    { key: 'resolved', header: t`Resolved`, align: 'end', cell: (row) => formatCount(row.resolved) },
    { key: 'rejected', header: t`Rejected`, align: 'end', cell: (row) => formatCount(row.rejected) },
    { key: 'withdrawn', header: t`Withdrawn`, align: 'end', cell: (row) => formatCount(row.withdrawn) },
  ];
  return <Table caption={t`By month`} columns={columns} rows={months} rowKey={(row) => row.month} />;
}
