import { formatCount } from '@baraza/app/format';
import type { AgencyNumbers, SolvedCounts } from '@baraza/contract/numbers/numbers';
import { underTen } from '@baraza/contract/numbers/round-counts';
import { Table } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { confirmedRates } from './rates.ts';

type Answered = AgencyNumbers & { readonly solved: SolvedCounts };

/** What agencies say is resolved beside what citizens say, between both extremes of silence. */
export function ConfirmedTable({ agencies }: { agencies: readonly AgencyNumbers[] }): ReactNode {
  const rows = agencies.filter((agency): agency is Answered => agency.solved !== undefined);
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>
        <Trans>Said resolved, and confirmed as solved</Trans>
      </h2>
      <p className="max-w-[60ch]">
        <Trans>
          After ‘Resolved’ citizens are asked if it is solved. Most say nothing: at worst all of them meant no, at best
          all meant yes. Answers count until the end of the month.
        </Trans>
      </p>
      <div className="sheet px-4 py-4 m:px-2">
        <Table
          caption={t`Said resolved, and confirmed as solved`}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { header: t`Agency`, cell: ({ name }) => <bdi>{name}</bdi>, rowHeader: true },
            {
              header: t`Said resolved`,
              cell: ({ solved }) => (solved.asked === underTen ? t`under 10` : formatCount(solved.asked)),
              align: 'end',
            },
            { header: t`Confirmed, of those who answered`, cell: ({ solved }) => <Confirmed {...solved} /> },
          ]}
        />
      </div>
    </section>
  );
}

function Confirmed(solved: SolvedCounts): ReactNode {
  const rates = confirmedRates(solved);
  if (rates === null)
    return t`No rate is shown. It takes 20 answers, with enough yes and enough no to give nobody’s answer away.`;
  const { answered, rate, worst, best } = rates;
  const count = formatCount(answered);
  return (
    <div className="grid gap-1">
      <span className="font-semibold">{t`${rate} % of ${count} who answered`}</span>
      <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" width="100%" height={10} className="block">
        <rect width={100} height={6} fill="var(--color-line)" />
        <rect width={worst} height={6} fill="var(--color-resolved-mark)" />
        <rect x={best} width={100 - best} height={6} fill="var(--color-pending-mark)" />
      </svg>
      <span className="text-sm text-ink-2">{t`At worst ${worst} %, at best ${best} %`}</span>
    </div>
  );
}
