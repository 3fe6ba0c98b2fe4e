import type { Measures } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { daysWord, percentWord, satisfactionWord } from './report-words.ts';

interface Line {
  readonly id: string;
  readonly name: string;
  readonly measures: Measures;
}

/** Tables the figures of a report, one line a category or an officer. */
export function MeasureTable({ caption, name, rows }: { caption: string; name: string; rows: Line[] }): ReactNode {
  const number = (key: string, header: string, cell: (row: Measures) => ReactNode): TableColumn<Line> => {
    return { key, header, align: 'end', cell: ({ measures }) => cell(measures) };
  };
  const columns: TableColumn<Line>[] = [
    { key: 'name', header: name, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    number('received', t`Received`, (row) => formatCount(row.received)),
    number('open', t`Open`, (row) => formatCount(row.open)),
    number('resolved', t`Resolved`, (row) => formatCount(row.resolved)),
    number('onTime', t`On time`, (row) => percentWord(row.onTime)),
    number('reopened', t`Re-opened`, (row) => percentWord(row.reopenRate)),
    number('reply', t`Days to reply`, (row) => daysWord(row.daysToReply)),
    number('resolve', t`Days to resolve`, (row) => daysWord(row.daysToResolve)),
    number('satisfaction', t`Satisfaction`, (row) => satisfactionWord(row.satisfaction)),
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={t`No complaints came in during these days.`}
    />
  );
}
