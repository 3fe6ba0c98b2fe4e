import { endpointQuery } from '@baraza/app/api/client';
import { formatCount, formatDay } from '@baraza/app/format';
import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { Loading } from '@baraza/app/page/loading';
import { Link, useSearchParams } from '@baraza/app/router/router';
import { getNumbers, type MonthNumbers, publishDay } from '@baraza/contract/numbers/numbers';
import { underTen } from '@baraza/contract/numbers/round-counts';
import { buttonClass } from '@baraza/ui/button';
import { EmptyState } from '@baraza/ui/empty-state';
import { Icon } from '@baraza/ui/icon';
import { StatCard } from '@baraza/ui/stat-card';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { longMonths } from '../../lib/format/month-names.ts';
import { paths } from '../../lib/router/paths.ts';
import { AgencyTable } from './agency-table.tsx';
import { Comparison } from './comparison.tsx';
import { ConfirmedTable } from './confirmed-table.tsx';

/** How agencies dealt with complaints in a month, for anybody. */
export default function NumbersPage(): ReactNode {
  const [params] = useSearchParams();
  const month = params.get('month') ?? undefined;
  const query = useQuery({
    ...endpointQuery(getNumbers, { query: { month } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Heading title={t`Public numbers`} />
      {query.isPending && <Loading />}
      {query.isError && <LoadError title={t`The numbers could not be loaded.`} query={query} />}
      {query.data && <Months {...query.data} />}
    </div>
  );
}

/** "October 2026". */
function monthName(month: string, count = 0): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return `${longMonths()[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

type MonthsProps = { months: string[]; next: string; numbers: MonthNumbers | null };

function Months({ months, next, numbers }: MonthsProps): ReactNode {
  const [nextName, afterNext] = [monthName(next), monthName(next, 1)];
  const soon = t`${nextName} comes out on ${publishDay} ${afterNext}.`;
  if (!numbers) return <EmptyState title={t`No month is out yet`}>{soon}</EmptyState>;
  const place = months.indexOf(numbers.month);
  const name = <strong>{monthName(numbers.month)}</strong>;
  const day = formatDay(numbers.publishedAt);
  return (
    <>
      <div className="grid gap-3">
        <p className="max-w-[60ch]">
          <Trans>
            How ministries, departments and agencies dealt with complaints in {name}. Published once, on {day}, and not
            changed since.
          </Trans>{' '}
          {soon}
        </p>
        <div className="flex flex-wrap gap-2">
          <MonthLink month={months[place - 1]} icon="back" />
          <MonthLink month={months[place + 1]} icon="forward" />
          <a href="/data/complaints.csv" download className={buttonClass({ variant: 'quiet' })}>
            <Icon name="download" />
            <Trans>Download all months (CSV)</Trans>
          </a>
        </div>
      </div>
      <Figures total={numbers.total} />
      <Comparison numbers={numbers} />
      <ConfirmedTable agencies={numbers.agencies} />
      <AgencyTable agencies={numbers.agencies} />
      <Method />
    </>
  );
}

function MonthLink({ month, icon }: { month: string | undefined; icon: 'back' | 'forward' }): ReactNode {
  if (month === undefined) return null;
  return (
    <Link to={`${paths.numbers}?month=${month}`} className={buttonClass()}>
      {icon === 'back' && <Icon name={icon} />}
      {monthName(month)}
      {icon === 'forward' && <Icon name={icon} />}
    </Link>
  );
}

function Figures({ total: { received, due, kept } }: { total: MonthNumbers['total'] }): ReactNode {
  const count = (value: number | null) =>
    value === null ? '–' : value === underTen ? t`under 10` : formatCount(value);
  const rate = kept === null || due === null || due < 20 ? null : Math.round((kept / due) * 100);
  return (
    <div className="grid gap-2">
      <div className="grid gap-4 m:grid-cols-3">
        <StatCard label={t`Complaints received`} value={count(received)} />
        <StatCard label={t`Complaints that were due`} value={count(due)} />
        <StatCard label={t`Resolved in time, of those due`} value={rate === null ? '–' : t`${rate} %`} />
      </div>
      <p className="text-sm text-ink-2">
        <Trans>Every count on this page is rounded to the nearest 5.</Trans>{' '}
        {[received, due, kept].includes(null) && (
          <Trans>A total is left out (–) where it would tell the exact count of one agency.</Trans>
        )}
      </p>
    </div>
  );
}

function Method(): ReactNode {
  return (
    <section className="sheet grid gap-2 p-5">
      <h2>
        <Trans>How we count, in plain words</Trans>
      </h2>
      <ul className="grid list-disc gap-1 ps-5 text-md">
        <li>
          <Trans>
            Each agency answers for the time in which it had a complaint. Waiting for the citizen does not count.
          </Trans>
        </li>
        <li>
          <Trans>A complaint was due when it was resolved, or when the agency’s time to resolve it ran out.</Trans>
        </li>
        <li>
          <Trans>Expected: what all agencies together reach with the same kinds of complaints.</Trans>
        </li>
        <li>
          <Trans>
            Lines: limits after Spiegelhalter (2005), wider where agencies differ for reasons nobody chose. They are
            drawn for an average mix; each agency is placed by its own.
          </Trans>
        </li>
        <li>
          <Trans>Fewer than 20 complaints: no rate, no comparison. Counts from 0 to 7 are shown as ‘under 10’.</Trans>
        </li>
        <li>
          <Trans>The CSV also has the complaints due by category, where that tells nobody’s exact count.</Trans>
        </li>
      </ul>
    </section>
  );
}
