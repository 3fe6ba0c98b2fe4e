import { responseRate, type MdaStat, type RankedMda } from '@baraza/contract/mda/mda';
import { Table } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount } from '@baraza/app/format';

interface RankingTableProps {
  readonly caption: string;
  readonly rows: RankedMda[];
  /** The place of the row among all MDAs. */
  readonly position: (index: number) => number;
}

/** Three MDAs and how they answer; those that chance may have put there are marked. */
export function RankingTable({ caption, rows, position }: RankingTableProps): ReactNode {
  const placed = rows.map((stat, index) => ({ stat, place: position(index) }));
  return (
    <div className="ranking sheet px-4 pt-4 pb-2 m:px-0">
      <Table
        caption={caption}
        rows={placed}
        rowKey={(row) => row.stat.mdas_id}
        empty={t`Not enough complaints yet to compare.`}
        columns={[
          { header: t`Position`, cell: (row) => row.place },
          { header: t`Names of MDAs`, cell: (row) => <Name stat={row.stat} />, rowHeader: true },
          {
            header: t`Complaints Received`,
            cell: (row) => formatCount(row.stat.totalComplaints),
            align: 'end',
          },
          {
            header: t`Complaints Resolved`,
            cell: (row) => formatCount(row.stat.resolvedComplaints),
            align: 'end',
          },
          { header: t`Rate of Response`, cell: (row) => <Rate stat={row.stat} />, align: 'end' },
        ]}
      />
      {rows.some((stat) => !stat.standsOut) && (
        <p className="py-2 text-sm text-ink-2 m:px-4">
          {t`* Does not stand out: so small a difference from the others can be chance.`}
        </p>
      )}
    </div>
  );
}

function Name({ stat }: { stat: RankedMda }): ReactNode {
  return (
    <>
      <bdi>{stat.mdas_name}</bdi>
      {!stat.standsOut && (
        <>
          <span aria-hidden="true">{' *'}</span>
          <span className="sr-only">{t`(does not stand out)`}</span>
        </>
      )}
    </>
  );
}

/** The share as a number, and as a bar for the eye. Nothing to count is said as such, never as a number. */
function Rate({ stat }: { stat: MdaStat }): ReactNode {
  const rate = responseRate(stat);
  if (rate === null) return '–';
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-nowrap max-m:flex max-m:items-center max-m:gap-2.5">
      {t`${rate} %`}
      <span aria-hidden="true" className="w-10 max-m:-order-1 max-m:w-14">
        <progress className="bar" value={rate} max={100} />
      </span>
    </span>
  );
}
