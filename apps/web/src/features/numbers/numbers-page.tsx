import {
  endpointQuery,
  formatDay,
  Heading,
  Link,
  LoadError,
  Loading,
  useDataInSteps,
  useSearchParams,
} from '@baraza/app';
import {
  confirmedRates,
  getNumbers,
  type MonthNumbers,
  publishDay,
  rateOf,
  type ReplyOf,
  totalConfirmedRates,
} from '@baraza/contract';
import { buttonClass, EmptyState, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayName, monthName } from '../../lib/format/month-names.ts';
import { paths } from '../../lib/router/paths.ts';
import { countText, percent } from './number-format.ts';
import { AgencyTable, ConfirmedTable, YourOffice } from './number-tables.tsx';
import { Comparison } from './comparison.tsx';

/** Shows the public how agencies dealt with complaints in a month. */
export default function NumbersPage(): ReactNode {
  const [params] = useSearchParams();
  const month = params.get('month') ?? undefined;
  const query = useQuery({
    ...endpointQuery(getNumbers, { query: { month } }),
    placeholderData: keepPreviousData,
  });
  const data = useDataInSteps(query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Heading title={t`Public numbers`} />
      {!data && !query.isError && <Loading />}
      {query.isError && <LoadError title={t`The numbers could not be loaded.`} query={query} />}
      {data && <Months {...data} />}
    </div>
  );
}

function Months({ months, next, numbers }: ReplyOf<typeof getNumbers>): ReactNode {
  const [nextName, afterNext] = [monthName(next), monthName(next, 1)];
  const soon = t`${nextName} will be published on ${publishDay} ${afterNext}.`;
  if (!numbers) return <EmptyState title={t`No month has been published yet`}>{soon}</EmptyState>;
  const place = months.indexOf(numbers.month);
  // Without any, the tables would only say ‘under 10’.
  const hasRate = numbers.agencies.some((agency) => rateOf(agency) !== null || confirmedRates(agency) !== null);
  const name = <strong>{monthName(numbers.month)}</strong>;
  const day = dayName(formatDay(numbers.publishedAt));
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
        </div>
      </div>
      {hasRate && <YourOffice agencies={numbers.agencies} />}
      <Figures numbers={numbers} />
      <Comparison numbers={numbers} />
      {hasRate && <ConfirmedTable agencies={numbers.agencies} />}
      {hasRate && <AgencyTable agencies={numbers.agencies} />}
      <Method />
      <div className="flex flex-wrap gap-x-5">
        <a href="/data/complaints.csv" download className="inline-flex min-h-11 items-center gap-2">
          <Icon name="download" />
          {t`Download all months (CSV)`}
        </a>
        <a href="/data/areas.csv" download className="inline-flex min-h-11 items-center">
          {t`Complaints by area (CSV)`}
        </a>
        <a href="/data/holidays.ics" className="inline-flex min-h-11 items-center">
          {t`Public holidays (calendar)`}
        </a>
        <a href="/data.json" className="inline-flex min-h-11 items-center">
          {t`For catalogues (data.json)`}
        </a>
      </div>
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

function Figures({ numbers: { total, agencies } }: { numbers: MonthNumbers }): ReactNode {
  const { received, due, kept, resolved } = total;
  const inTime = due === null || kept === null ? null : rateOf({ due, kept });
  const confirmed = totalConfirmedRates(agencies);
  const { rate, worst, best } = confirmed ?? { rate: null, worst: 0, best: 0 };
  const [all, said, answered] = [countText(received), countText(resolved), countText(confirmed?.answered ?? null)];
  return (
    <div className="grid gap-3">
      <dl className="grid gap-5 m:grid-cols-3">
        <Figure value={countText(due)} label={t`complaints should have been resolved`}>
          {t`${all} were received.`}
        </Figure>
        <Figure value={percent(inTime)} label={t`of those due were resolved in time, according to the agencies`}>
          {t`The agencies say ${said} were resolved, in time or late.`}
        </Figure>
        <Figure value={percent(rate)} label={t`confirmed as solved by those who answered`}>
          {confirmed
            ? t`${answered} answered, at the agencies that show a rate. At worst ${worst}%, at best ${best}%.`
            : t`Too few answered to show a rate.`}
        </Figure>
      </dl>
      <p className="text-sm text-ink-2">
        {t`Every count on this page is rounded to the nearest 5.`}{' '}
        {Object.values(total).includes(null) &&
          t`A total is left out (–) where it would reveal the exact count of one agency.`}
      </p>
    </div>
  );
}

function Figure({ value, label, children }: { value: string; label: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid content-start gap-1 border-t border-line-strong">
      <dt className="text-md font-semibold">
        <span className="block font-display text-hero font-bold tabular-nums">{value}</span> {label}
      </dt>
      <dd className="text-sm text-ink-2">{children}</dd>
    </div>
  );
}

function Method(): ReactNode {
  return (
    <section className="sheet grid gap-2 p-5">
      <h2>{t`How we count, in plain words`}</h2>
      <ul className="grid list-disc gap-1 ps-5 text-md">
        <li>
          <Trans>
            Each agency is responsible for the time it had a complaint. Time spent waiting for the citizen does not
            count.
          </Trans>
        </li>
        <li>{t`A complaint was due when it was resolved, or when the agency’s time to resolve it ran out.`}</li>
        <li>
          <Trans>
            Said resolved: complaints the agency marked as resolved in the month, in time or late. The share in time
            counts those due.
          </Trans>
        </li>
        <li>
          {t`Expected: the rate all agencies together reach with the same kinds of complaints.`}{' '}
          {t`It is calculated from rounded counts, where at least three agencies share most kinds.`}
        </li>
        <li>
          <Trans>
            The lines are limits after Spiegelhalter (2005), wider where agencies differ for reasons outside their
            control. They are drawn for an average mix of complaints; each agency is placed by its own mix.
          </Trans>
        </li>
        <li>{t`Fewer than 20 complaints: no rate, no comparison. Counts from 0 to 7 are shown as ‘under 10’.`}</li>
        <li>{t`The CSV also has the complaints due by category, where that reveals nobody’s exact count.`}</li>
      </ul>
    </section>
  );
}
