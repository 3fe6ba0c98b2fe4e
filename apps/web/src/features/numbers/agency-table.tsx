import { formatCount } from '@baraza/app';
import type { AgencyNumbers } from '@baraza/contract/numbers/numbers';
import { differenceOf, rateOf } from '@baraza/contract/numbers/rates';
import { underTen } from '@baraza/contract/numbers/round-counts';
import { Table } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FirstRows } from './first-rows.tsx';
import { signed } from './funnel-plot.tsx';
import { GroupName } from './group-mark.tsx';

const count = (value: number) =>
  value === underTen ? <span className="whitespace-nowrap">{t`under 10`}</span> : formatCount(value);
const percent = (value: number | null) => (value === null ? '–' : t`${value} %`);

/** All figures of a month; on a phone the first three agencies until more are asked for. */
export function AgencyTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  return (
    <section className="sheet grid gap-3 px-4 py-4 m:px-2">
      <FirstRows all={agencies.length}>
        <Table
          caption={t`All figures`}
          rows={agencies}
          rowKey={({ name }) => name}
          columns={[
            { header: t`Agency`, cell: ({ name }) => <bdi>{name}</bdi>, rowHeader: true },
            { header: t`Received`, cell: ({ received }) => count(received), align: 'end' },
            { header: t`Due`, cell: ({ due }) => count(due), align: 'end' },
            { header: t`In time`, cell: (agency) => percent(rateOf(agency)), align: 'end' },
            { header: t`Expected`, cell: ({ expected }) => percent(expected), align: 'end' },
            { header: t`Difference, points`, cell: (agency) => difference(agency), align: 'end' },
            { header: t`Re-opened`, cell: ({ reopened }) => count(reopened), align: 'end' },
            { header: t`Working days, median`, cell: ({ days }) => days ?? '–', align: 'end' },
            { header: t`Compared`, cell: ({ group }) => (group ? <GroupName group={group} /> : t`Not compared`) },
          ]}
        />
      </FirstRows>
    </section>
  );
}

function difference(agency: AgencyNumbers): string {
  const points = differenceOf(agency);
  return points === null ? '–' : signed(points);
}
