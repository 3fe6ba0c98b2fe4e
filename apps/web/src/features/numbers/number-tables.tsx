import { formatCount, say } from '@baraza/app';
import { type AgencyNumbers, confirmedRates, type ConfirmedRates, differenceOf, rateOf } from '@baraza/contract';
import { Icon, SelectField, Table, type TableProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { GroupName } from './funnel-plot.tsx';
import { countText, percent, signed } from './number-format.ts';

/** Lets readers choose their office, and says in a sentence how it did. */
export function YourOffice({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  const [chosen, setChosen] = useState('');
  const office = agencies.find(({ name }) => name === chosen);
  return (
    <div className="grid gap-2">
      <SelectField
        fieldClassName="max-w-110"
        label={t`Your office`}
        placeholder={t`Choose one`}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={agencies.map(({ name }) => ({ value: name, label: say(name) }))}
      />
      <p role="status" className="text-lead empty:hidden">
        {office && sentenceOf(office)}
      </p>
    </div>
  );
}

function sentenceOf(agency: AgencyNumbers): string {
  const [name, due, inTime] = [say(agency.name), countText(agency.due), rateOf(agency)];
  const rate = confirmedRates(agency)?.rate;
  if (inTime === null) return t`${name}: ${due} due, too few for a rate.`;
  if (rate === undefined) return t`${name}: ${due} due, ${inTime}% in time; too few answered whether it is solved.`;
  return t`${name}: ${due} due, ${inTime}% in time; of those who answered, ${rate}% say solved.`;
}

/** Compares what agencies say is resolved with what citizens confirmed, at worst and at best. */
export function ConfirmedTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  const [rated, left] = partition(agencies, (agency) => confirmedRates(agency) !== null);
  return (
    <Fold title={t`Said resolved, and confirmed as solved`}>
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
      {rated.length > 0 && (
        <Agencies
          caption={t`Said resolved, and confirmed as solved`}
          rows={rated}
          columns={[
            { header: t`Said resolved`, cell: (agency) => <Claimed {...agency} />, align: 'end' },
            {
              header: t`Confirmed, at worst to at best`,
              narrow: 'end',
              cell: (agency) => <Confirmed {...confirmedRates(agency)!} />,
            },
          ]}
        />
      )}
      {left.length > 0 && (
        <p className="text-sm text-ink-2">
          {t`No rate is shown. It needs 20 answers, with enough yes and enough no that nobody’s answer can be guessed.`}{' '}
          <bdi>{left.map(({ name }) => say(name)).join(', ')}</bdi>
        </p>
      )}
    </Fold>
  );
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Shows what only some readers open. */
function Fold({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className="sheet">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-2 px-4 py-3 hover:bg-sunken m:px-5">
        <h2>{title}</h2>
        <Icon name="chevron-down" className="text-brand transition-transform" />
      </summary>
      <div className="grid gap-3 px-4 pb-4 m:px-5">{children}</div>
    </details>
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
        <span className="block text-sm text-ink-2 max-m:hidden">{t`${inTime}% of ${due} in time`}</span>
      )}
    </>
  );
}

function Confirmed({ answered, rate, worst, best }: ConfirmedRates): ReactNode {
  const count = countText(answered);
  return (
    <div className="grid gap-1 max-m:w-28">
      <svg aria-hidden="true" width="100%" height={12} className="block">
        <rect width={`${worst}%`} height={12} fill={fills.yes} />
        <rect x={`${worst}%`} width={`${best - worst}%`} height={12} fill={fills.silent} />
        <rect x={`${best}%`} width={`${100 - best}%`} height={12} fill={fills.no} />
      </svg>
      <p className="font-semibold whitespace-nowrap">{t`${worst}% to ${best}%`}</p>
      <p className="text-sm text-ink-2 max-m:hidden">{t`${rate}% of ${count} who answered`}</p>
    </div>
  );
}

const count = (value: number) => <span className="whitespace-nowrap">{countText(value)}</span>;

/** Shows all figures of a month. */
export function AgencyTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  return (
    <Fold title={t`All figures`}>
      <Agencies
        caption={t`All figures`}
        rows={agencies}
        columns={[
          { header: t`Received`, cell: ({ received }) => count(received), align: 'end' },
          { header: t`Due`, cell: ({ due }) => count(due), align: 'end' },
          { header: t`In time`, narrow: 'end', cell: (agency) => percent(rateOf(agency)), align: 'end' },
          { header: t`Expected`, narrow: 'hidden', cell: ({ expected }) => percent(expected), align: 'end' },
          {
            header: t`Difference, points`,
            narrow: 'hidden',
            cell: (agency) => signed(differenceOf(agency)),
            align: 'end',
          },
          { header: t`Re-opened`, narrow: 'hidden', cell: ({ reopened }) => count(reopened), align: 'end' },
          { header: t`Working days, median`, cell: ({ days }) => days ?? '–', align: 'end' },
          {
            header: t`Compared`,
            narrow: 'hidden',
            cell: ({ group }) => (group ? <GroupName group={group} /> : t`Not compared`),
          },
        ]}
      />
    </Fold>
  );
}

function Agencies({ columns, ...table }: TableProps<AgencyNumbers>): ReactNode {
  return (
    <Table
      {...table}
      captionHidden
      rowKey={({ name }) => name}
      columns={[{ header: t`Agency`, cell: ({ name }) => <bdi>{say(name)}</bdi>, rowHeader: true }, ...columns]}
    />
  );
}
