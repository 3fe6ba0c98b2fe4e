import { type Report, type TimerKind, timerKinds } from '@baraza/contract';
import { formatCount } from '@baraza/app/format';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { figure, percentage, timerWord } from './report-tables.tsx';

/** Tables how the three promises were kept, each with its target. */
export function KeptTable({ report: { targets, total } }: { report: Report }) {
  const columns: TableColumn<{ id: TimerKind }>[] = [
    { header: t`Promise`, rowHeader: true, cell: ({ id }) => timerWord(id) },
    { header: t`Target, in working days`, align: 'end', cell: ({ id }) => figure(targets[id]) },
    { header: t`On time`, align: 'end', cell: ({ id }) => percentage(total.kept[id].onTime) },
    { header: t`Median, in days`, align: 'end', cell: ({ id }) => figure(total.kept[id].days) },
  ];
  return <Table caption={t`Promises kept`} columns={columns} rows={timerKinds.map((id) => ({ id }))} />;
}

type Age = NonNullable<Report['backlog']>[number] & { readonly id: string; readonly fromDays: number };

/** Tables everything that is open by its age, with a bar for its share. */
export function BacklogTable({ backlog }: { backlog: NonNullable<Report['backlog']> }) {
  const most = Math.max(1, ...backlog.map(({ open }) => open));
  const rows = backlog.map((age, index) => ({ ...age, id: String(index), fromDays: backlog[index - 1]?.toDays ?? 0 }));
  const columns: TableColumn<Age>[] = [
    { header: t`Open since`, rowHeader: true, cell: (row) => ageWord(row) },
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
