import { comparedMin, differenceOf, type Group, groups, type MonthNumbers } from '@baraza/contract';
import { say } from '@baraza/app';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FunnelPlot, type PlottedAgency, GroupName } from './funnel-plot.tsx';

/** Shows which agencies do better or worse than expected: the funnel plot, and the three groups. */
export function Comparison({ numbers: { agencies, funnel } }: { numbers: MonthNumbers }): ReactNode {
  const plotted = agencies.flatMap((agency): PlottedAgency[] => {
    const { name, due, group } = agency;
    const points = differenceOf(agency);
    return points === null || group === null ? [] : [{ name: say(name), due, points, group }];
  });
  const named = (group: Group) => plotted.filter((agency) => agency.group === group);
  const left = agencies.filter(({ group }) => group === null).map(({ name }) => say(name));
  const [better, worse, count] = [named('better').length, named('worse').length, plotted.length];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2>{t`Who does better or worse than expected?`}</h2>
      {!funnel && (
        <Notice title={t`No agency is compared`}>
          <Trans>
            A comparison needs two agencies with at least {comparedMin} complaints each that were due in the month.
          </Trans>
        </Notice>
      )}
      {funnel && better + worse === 0 && (
        <Notice title={t`No agency stands out`}>
          <Trans>
            This month every agency did as well as expected for its complaints. That is a result, not a gap: a list of
            first and last would only have ranked chance.
          </Trans>
        </Notice>
      )}
      {better + worse > 0 && (
        <div className="grid items-start gap-4 m:grid-cols-3">
          {groups.map((group) => (
            <Members key={group} group={group} names={named(group).map(({ name }) => name)} />
          ))}
        </div>
      )}
      {funnel && (
        <p className="max-w-[60ch]">
          <Trans>
            Some agencies get harder complaints, and small numbers vary by chance. So each agency is compared with what
            is expected for its own mix of complaints. Inside the funnel the difference can be chance; outside the outer
            line that is very unlikely.
          </Trans>
        </p>
      )}
      {funnel && (
        <figure className="sheet grid grid-cols-[minmax(0,1fr)] gap-3 p-4 m:p-5">
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {groups.map((group) => (
              <li key={group}>
                <GroupName group={group} />
              </li>
            ))}
            <LineKey dash="4 4">{t`1 in 20 by chance`}</LineKey>
            <LineKey>{t`1 in 500 by chance, at most`}</LineKey>
          </ul>
          <FunnelPlot
            label={t`Funnel plot of ${count} agencies: ${better} better than expected, ${worse} worse, the others as expected. The table below has the figures.`}
            agencies={plotted}
            funnel={funnel}
          />
        </figure>
      )}
      {left.length > 0 && funnel && (
        <p className="text-sm text-ink-2">
          <Trans>Fewer than {comparedMin} complaints, not compared:</Trans> <bdi>{left.join(', ')}</bdi>
        </p>
      )}
    </section>
  );
}

function LineKey({ dash, children }: { dash?: string; children: ReactNode }): ReactNode {
  return (
    <li className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 32 12" className="block h-3 w-8">
        <path d="M0 6h32" stroke="var(--color-brand)" strokeWidth={dash ? 1 : 2} strokeDasharray={dash} />
      </svg>
      {children}
    </li>
  );
}

/** Lists the agencies of a group alphabetically, not by merit. */
function Members({ group, names }: { group: Group; names: string[] }): ReactNode {
  return (
    <section className="sheet grid gap-2 p-4">
      <h3>
        <GroupName group={group} />
      </h3>
      <ul className="grid gap-1 text-md">
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {names.length === 0 && <li className="text-ink-2">{t`None`}</li>}
      </ul>
    </section>
  );
}
