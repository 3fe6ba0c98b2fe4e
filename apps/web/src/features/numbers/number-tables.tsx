import { formatCount } from '@baraza/app';
import { type AgencyNumbers, confirmedRates, differenceOf, rateOf } from '@baraza/contract';
import { Table, type TableProps, Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { GroupName } from './funnel-plot.tsx';
import { countText, percent, signed } from './number-format.ts';

/** Compares what agencies say is resolved with what citizens confirmed, at worst and at best. */
export function ConfirmedTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{t`Said resolved, and confirmed as solved`}</h2>
      <p className="max-w-[60ch]">
        <Trans>
          When a complaint is marked Resolved, we ask its citizen if it is solved. Most do not answer: at worst all of
          them meant no, at best all meant yes. Answers count until the end of the month.
        </Trans>
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <BarKey fill={fills.yes}>{t`Said yes`}</BarKey>
        <BarKey fill={fills.silent}>{t`Did not answer`}</BarKey>
        <BarKey fill={fills.no}>{t`Said no`}</BarKey>
      </ul>
      {/* The pattern that hatches the bars. */}
      <svg aria-hidden="true" width={0} height={0} className="absolute">
        <pattern id="hatch" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" stroke="var(--color-ink-3)" strokeWidth={2} />
        </pattern>
      </svg>
      <div className="sheet grid gap-3 px-4 py-4 m:px-2">
        <Agencies
          caption={t`Said resolved, and confirmed as solved`}
          captionHidden
          rows={agencies}
          columns={[
            { header: t`Said resolved`, cell: (agency) => <Claimed {...agency} />, align: 'end' },
            { header: t`Confirmed, at worst to at best`, cell: (agency) => <Confirmed {...agency} /> },
          ]}
        />
      </div>
    </section>
  );
}

const fills = { yes: 'var(--color-chart-resolved)', silent: 'url(#hatch)', no: 'var(--color-chart-unresolved)' };

function BarKey({ fill, children }: { fill: string; children: ReactNode }): ReactNode {
  return (
    <li className="inline-flex items-center gap-2">
      <svg aria-hidden="true" className="block h-3 w-6">
        <rect width="100%" height="100%" rx={2} fill={fill} />
      </svg>
      {children}
    </li>
  );
}

function Claimed(agency: AgencyNumbers): ReactNode {
  const { resolved } = agency;
  const [inTime, due] = [rateOf(agency), formatCount(agency.due)];
  return (
    <>
      {countText(resolved)}
      {inTime !== null && (
        <span className="block text-sm whitespace-nowrap text-ink-2">{t`${inTime}% of ${due} in time`}</span>
      )}
    </>
  );
}

function Confirmed(agency: AgencyNumbers): ReactNode {
  const rates = confirmedRates(agency);
  if (rates === null)
    return t`No rate is shown. It needs 20 answers, with enough yes and enough no that nobody’s answer can be guessed.`;
  const { answered, rate, worst, best } = rates;
  const count = countText(answered);
  return (
    <div className="grid gap-1">
      <svg aria-hidden="true" width="100%" height={12} className="block">
        <rect width={`${worst}%`} height={12} fill={fills.yes} />
        <rect x={`${worst}%`} width={`${best - worst}%`} height={12} fill={fills.silent} />
        <rect x={`${best}%`} width={`${100 - best}%`} height={12} fill={fills.no} />
      </svg>
      <div>
        <p className="font-semibold">{t`${worst}% to ${best}%`}</p>
        <p className="text-sm text-ink-2">{t`${rate}% of ${count} who answered`}</p>
      </div>
    </div>
  );
}

const count = (value: number) => <span className="whitespace-nowrap">{countText(value)}</span>;

/** Shows all figures of a month; on a phone three agencies, and the others on request. */
export function AgencyTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  return (
    <section className="sheet grid gap-3 px-4 py-4 m:px-2">
      <Agencies
        caption={t`All figures`}
        rows={agencies}
        columns={[
          { header: t`Received`, cell: ({ received }) => count(received), align: 'end' },
          { header: t`Due`, cell: ({ due }) => count(due), align: 'end' },
          { header: t`In time`, cell: (agency) => percent(rateOf(agency)), align: 'end' },
          { header: t`Expected`, cell: ({ expected }) => percent(expected), align: 'end' },
          { header: t`Difference, points`, cell: (agency) => signed(differenceOf(agency)), align: 'end' },
          { header: t`Re-opened`, cell: ({ reopened }) => count(reopened), align: 'end' },
          { header: t`Working days, median`, cell: ({ days }) => days ?? '–', align: 'end' },
          { header: t`Compared`, cell: ({ group }) => (group ? <GroupName group={group} /> : t`Not compared`) },
        ]}
      />
    </section>
  );
}

/** Shows a table of agencies; on a phone its first three rows, and the others on request. */
function Agencies({ columns, ...table }: TableProps<AgencyNumbers>): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const all = table.rows.length;
  return (
    <>
      <div className={isWhole ? undefined : 'max-m:[&_tr:nth-child(n+4)]:hidden'}>
        <Table
          {...table}
          rowKey={({ name }) => name}
          columns={[{ header: t`Agency`, cell: ({ name }) => <bdi>{name}</bdi>, rowHeader: true }, ...columns]}
        />
      </div>
      {!isWhole && all > 3 && (
        <Button className="m:hidden" onClick={() => setWhole(true)}>
          {t`Show all ${all}`}
        </Button>
      )}
    </>
  );
}
