import { endpointQuery, formatCount, hasWords, Heading, LoadError, useDataInSteps, say } from '@baraza/app';
import { getMdaStats, type MdaStat, type RankedMda, responseRate } from '@baraza/contract';
import { Banner, Button, CardSkeleton, EmptyState, SkeletonList, Table, TextField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MdaCard } from './mda-card.tsx';

const grid = 'grid gap-4 m:grid-cols-2 l:grid-cols-3';

export default function MdaListPage() {
  const query = useQuery(endpointQuery(getMdaStats));
  const stats = useDataInSteps(query);
  const [search, setSearch] = useState('');
  const title = t`Ministries, Departments, and Agencies (MDA)`;
  return (
    <div className="grid gap-7">
      <Banner
        className="max-m:-mx-4 max-m:-mt-5"
        title={<Heading title={title} />}
        action={
          <div role="search" className="w-full m:w-110 m:max-w-full">
            <TextField
              label={t`Search mda's...`}
              labelHidden
              type="search"
              placeholder={t`Search mda's...`}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        }
      />
      {!stats && !query.isError && (
        <SkeletonList label={t`Loading the MDAs`} count={3} className={grid}>
          <CardSkeleton lines={4} />
        </SkeletonList>
      )}
      {query.isError && <LoadError title={t`The MDAs could not be loaded.`} query={query} />}
      {stats && (
        <div className="grid gap-7">
          <Mdas mdas={stats.mdaStats} search={search} onClear={() => setSearch('')} />
          <RankingTable caption={t`Top 3 MDAs`} rows={stats.top3MDAs} position={(index) => index + 1} />
          <RankingTable
            caption={t`Bottom 3 MDAs`}
            rows={stats.lowest3MDAs}
            position={(index) => ranked(stats.mdaStats) - index}
          />
        </div>
      )}
    </div>
  );
}

/** Counts the ranked MDAs: those that have had a complaint. */
function ranked(stats: MdaStat[]): number {
  return stats.filter((stat) => stat.totalComplaints > 0).length;
}

function Mdas({ mdas, search, onClear }: { mdas: MdaStat[]; search: string; onClear: () => void }) {
  const found = mdas.filter((mda) => hasWords(`${mda.mdas_name} ${say(mda.mdas_name)}`, search));
  return (
    <section className="grid gap-3" aria-labelledby="mdas">
      <h2 id="mdas" className="flex flex-wrap items-baseline gap-x-3">
        {t`All MDAs`}
        <span role="status" className="font-body text-base font-normal text-ink-2">
          {t`${plural(found.length, { one: '# found', other: '# found' })}`}
        </span>
      </h2>
      {found.length > 0 ? (
        <ul className={grid}>
          {found.map((mda) => (
            <li key={mda.mdas_id} className="grid">
              <MdaCard mda={mda} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={t`No MDAs found.`}
          action={search !== '' && <Button onClick={onClear}>{t`Clear the search`}</Button>}
        />
      )}
    </section>
  );
}

interface RankingTableProps {
  readonly caption: string;
  readonly rows: RankedMda[];
  readonly position: (index: number) => number;
}

function RankingTable({ caption, rows, position }: RankingTableProps) {
  const placed = rows.map((stat, index) => ({ stat, place: position(index) }));
  return (
    <div className="sheet px-4 pt-4 pb-2 m:px-2">
      <Table
        caption={caption}
        rows={placed}
        rowKey={(row) => row.stat.mdas_id}
        empty={t`Not enough complaints yet to compare.`}
        columns={[
          { header: t`Position`, narrow: 'start', cell: (row) => row.place },
          { header: t`Names of MDAs`, cell: (row) => <Name stat={row.stat} />, rowHeader: true },
          {
            header: t`Complaints Received`,
            short: t`Received`,
            cell: (row) => formatCount(row.stat.totalComplaints),
            align: 'end',
          },
          {
            header: t`Complaints Resolved`,
            short: t`Resolved`,
            cell: (row) => formatCount(row.stat.resolvedComplaints),
            align: 'end',
          },
          { header: t`Rate of Response`, cell: (row) => <Rate stat={row.stat} />, align: 'end', narrow: 'end' },
        ]}
      />
      {rows.some((stat) => !stat.standsOut) && (
        <p className="py-2 text-sm text-ink-2 m:px-4">
          {t`* Does not stand out: a difference this small can be chance.`}
        </p>
      )}
    </div>
  );
}

function Name({ stat }: { stat: RankedMda }) {
  return (
    <>
      <bdi>{say(stat.mdas_name)}</bdi>
      {!stat.standsOut && (
        <>
          <span aria-hidden="true">{' *'}</span>
          <span className="sr-only">{t`(does not stand out)`}</span>
        </>
      )}
    </>
  );
}

function Rate({ stat }: { stat: MdaStat }) {
  const rate = responseRate(stat);
  if (rate === null) return '–';
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-nowrap">
      {t`${rate}%`}
      <span aria-hidden="true" className="w-10 max-m:hidden">
        <progress className="bar" value={rate} max={100} />
      </span>
    </span>
  );
}
