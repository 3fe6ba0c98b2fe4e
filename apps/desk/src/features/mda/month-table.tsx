import type { ReportMonth } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';

/** Tables the complaints of each month and their outcomes. */
export function MonthTable({ months }: { months: ReportMonth[] }): ReactNode {
  const columns: TableColumn<ReportMonth>[] = [
    { key: 'month', header: t`Month`, rowHeader: true, cell: (it) => <bdi dir="ltr">{it.month}</bdi> },
    { key: 'received', header: t`Received`, align: 'end', cell: (it) => formatCount(it.received) },
    { key: 'resolved', header: t`Resolved`, align: 'end', cell: (it) => formatCount(it.resolved) },
    { key: 'rejected', header: t`Rejected`, align: 'end', cell: (it) => formatCount(it.rejected) },
    { key: 'withdrawn', header: t`Withdrawn`, align: 'end', cell: (it) => formatCount(it.withdrawn) },
  ];
  return <Table caption={t`By month`} columns={columns} rows={months} rowKey={(it) => it.month} />;
}
