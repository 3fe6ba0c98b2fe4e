import type { AdminMda } from '@baraza/contract';
import { Icon } from '@baraza/ui/icon';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActiveWord } from '../../lib/format/active-word.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { RowAct, RowActs } from '../../lib/list/row-acts.tsx';

/** Actions on an MDA; each opens a dialog. */
export type OfficeAct = 'edit' | 'places' | 'switch';

type OfficeTableProps = { offices: AdminMda[]; onAct: (act: OfficeAct, office: AdminMda) => void };

/** Lists the MDAs with their actions. */
export function OfficeTable({ offices, onAct }: OfficeTableProps): ReactNode {
  const columns: TableColumn<AdminMda>[] = [
    {
      key: 'name',
      header: t`Name`,
      rowHeader: true,
      cell: (row) => (
        <span className="flex items-center gap-3">
          <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunken text-ink-2">
            {row.logo ? <img src={row.logo} alt="" className="size-full object-contain" /> : <Icon name="mda" />}
          </span>
          <bdi className="min-w-0 break-words">{row.name}</bdi>
        </span>
      ),
    },
    {
      key: 'places',
      header: t`Jurisdictions`,
      cell: (row) => {
        const count = formatCount(row.jurisdictions.filter((place) => place.active).length);
        return row.jurisdictionAllowed ? count : <Trans>Not asked for</Trans>;
      },
    },
    { key: 'open', header: t`Open complaints`, align: 'end', cell: (row) => formatCount(row.openComplaints) },
    {
      key: 'state',
      header: t`State`,
      cell: (row) => <ActiveWord active={row.active} />,
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => onAct('edit', row)}>
            <Trans>Edit</Trans>
          </RowAct>
          <RowAct name={row.name} onClick={() => onAct('places', row)}>
            <Trans>Jurisdictions</Trans>
          </RowAct>
          <RowAct
            name={row.name}
            variant={row.active ? 'danger-quiet' : 'outline'}
            onClick={() => onAct('switch', row)}
          >
            {row.active ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
          </RowAct>
        </RowActs>
      ),
    },
  ];
  return (
    <Table
      caption={t`MDAs`}
      captionHidden
      columns={columns}
      rows={offices}
      rowKey={(row) => row.id}
      empty={t`There is no MDA yet. Add the first one, so that people can complain.`}
    />
  );
}
