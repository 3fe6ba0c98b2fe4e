import { endpointQuery } from '@baraza/app/api/client';
import { getMdaStats, type MdaStat } from '@baraza/contract/mda/mda';
import { Banner } from '@baraza/ui/banner';
import { Button } from '@baraza/ui/button';
import { EmptyState } from '@baraza/ui/empty-state';
import { cx } from '@baraza/ui/lib/cx';
import { CardSkeleton, SkeletonList } from '@baraza/ui/skeleton';
import { TextField } from '@baraza/ui/fields';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { matches } from '../../lib/list/matches.ts';
import { MdaCard } from './mda-card.tsx';
import { RankingTable } from './ranking-table.tsx';

const grid = 'grid gap-4 m:grid-cols-2 l:grid-cols-3';

export default function MdaListPage(): ReactNode {
  const stats = useQuery(endpointQuery(getMdaStats));
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
              icon="search"
              placeholder={t`Search mda's...`}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        }
      />
      {stats.isPending && (
        <SkeletonList label={t`Loading the MDAs`} count={3} className={grid}>
          <CardSkeleton lines={4} />
        </SkeletonList>
      )}
      {stats.isError && <LoadError title={t`The MDAs could not be loaded.`} query={stats} />}
      {stats.data && (
        <div className="grid gap-7">
          <Mdas mdas={stats.data.mdaStats} search={search} onClear={() => setSearch('')} />
          {/* On a phone the tables come first, and make room for what is searched. */}
          <div className={cx('@container max-m:-order-1', search !== '' && 'max-m:hidden')}>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @min-[60rem]:grid-cols-2">
              <RankingTable caption={t`Top 3 MDAs`} rows={stats.data.top3MDAs} position={(index) => index + 1} />
              <RankingTable
                caption={t`Bottom 3 MDAs`}
                rows={stats.data.lowest3MDAs}
                position={(index) => ranked(stats.data.mdaStats) - index}
              />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** How many MDAs have a place: those that have had a complaint. */
function ranked(stats: MdaStat[]): number {
  return stats.filter((stat) => stat.totalComplaints > 0).length;
}

function Mdas({ mdas, search, onClear }: { mdas: MdaStat[]; search: string; onClear: () => void }): ReactNode {
  const found = mdas.filter((mda) => matches(search, mda.mdas_name));
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
