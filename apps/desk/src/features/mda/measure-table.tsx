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
  const number = (key: string, header: string, cell: (it: Measures) => ReactNode): TableColumn<Line> => {
    return { key, header, align: 'end', cell: ({ measures }) => cell(measures) };
  };
  const columns: TableColumn<Line>[] = [
    { key: 'name', header: name, rowHeader: true, cell: (it) => <bdi>{it.name}</bdi> },
    number('received', t`Received`, (it) => formatCount(it.received)),
    number('open', t`Open`, (it) => formatCount(it.open)),
    number('resolved', t`Resolved`, (it) => formatCount(it.resolved)),
    number('onTime', t`On time`, (it) => percentWord(it.onTime)),
    number('reopened', t`Re-opened`, (it) => percentWord(it.reopenRate)),
    number('reply', t`Days to reply`, (it) => daysWord(it.daysToReply)),
    number('resolve', t`Days to resolve`, (it) => daysWord(it.daysToResolve)),
    number('satisfaction', t`Satisfaction`, (it) => satisfactionWord(it.satisfaction)),
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={(it) => it.id}
      empty={t`No complaints came in during these days.`}
    />
  );
}
