import { formatCount } from '@baraza/app/format';
import type { AgencyNumbers } from '@baraza/contract/numbers/numbers';
import { underTen } from '@baraza/contract/numbers/round-counts';
import { Button } from '@baraza/ui/button';
import { Table } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { signed } from './funnel-plot.tsx';
import { GroupName } from './group-mark.tsx';
import { differenceOf, rateOf } from './rates.ts';

const count = (value: number) =>
  value === underTen ? <span className="whitespace-nowrap">{t`under 10`}</span> : formatCount(value);
const percent = (value: number | null) => (value === null ? '–' : t`${value} %`);

/** All figures of a month; on a phone the first three agencies until more are asked for. */
export function AgencyTable({ agencies }: { agencies: AgencyNumbers[] }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const all = agencies.length;
  return (
    <section className="sheet grid gap-3 px-4 py-4 m:px-2">
      <div className={isWhole ? undefined : 'max-m:[&_tr:nth-child(n+4)]:hidden'}>
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
      </div>
      {!isWhole && all > 3 && (
        <Button className="m:hidden" onClick={() => setWhole(true)}>
          {t`Show all ${all}`}
        </Button>
      )}
    </section>
  );
}

function difference(agency: AgencyNumbers): string {
  const points = differenceOf(agency);
  return points === null ? '–' : signed(points);
}
