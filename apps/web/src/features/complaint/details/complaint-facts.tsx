import type { Complaint } from '@baraza/contract/complaint/complaint';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DateText, outcomeWord, statedFacts, statusWord } from '@baraza/app';
import { mdaName } from '../../../lib/format/mda-name.ts';

/** The facts beside the text. */
export function ComplaintFacts({ complaint }: { complaint: Complaint }) {
  const facts: [string, ReactNode][] = [
    [t`MDA`, mdaName(complaint.mda)],
    ...(complaint.jurisdiction ? [[t`Jurisdiction`, complaint.jurisdiction.name] as [string, string]] : []),
    [t`Category`, complaint.category.name],
    [t`Status`, statusWord(complaint.status)],
    ...statedFacts(complaint),
    [t`When did it happen`, <DateText key="at" at={complaint.incidentDate} ago={false} />],
    [t`Submitted`, <DateText key="at" at={complaint.submittedDate} />],
    ...promise(complaint),
    ...(complaint.outcome ? [[t`Outcome`, outcomeWord(complaint.outcome)] as [string, string]] : []),
    ...(complaint.survey ? [[t`Your rating`, t`${complaint.survey.rating} of 5`] as [string, string]] : []),
  ];
  return (
    <section aria-labelledby="facts" className="sheet grid gap-3 px-5 py-4.5">
      <h2 id="facts" className="text-lead">
        <Trans>Facts</Trans>
      </h2>
      <dl className="grid gap-3 text-md">
        {facts.map(([label, value]) => (
          <div key={label} className="grid">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {complaint.custody.length > 1 && <Custody custody={complaint.custody} />}
    </section>
  );
}

function promise({ state, timer, dueAt, pausedUntil }: Complaint): [string, ReactNode][] {
  // The end of a day in UTC: in the citizen's own time it would already be the next one east of Greenwich.
  const day = (at: string) => <DateText at={at.slice(0, 10)} ago={false} />;
  if (timer === 'paused') {
    const paused = t`Paused while the MDA waits for your answer`;
    return [
      [
        t`To be resolved by`,
        pausedUntil ? (
          <>
            {paused} ({t`at the latest until`} {day(pausedUntil)})
          </>
        ) : (
          paused
        ),
      ],
    ];
  }
  return dueAt ? [[state === 'appeal' ? t`To be decided by` : t`To be resolved by`, day(dueAt)]] : [];
}

function Custody({ custody }: Pick<Complaint, 'custody'>) {
  return (
    <div className="grid gap-1.5 text-md">
      <h3 className="text-sm font-normal text-ink-2">
        <Trans>MDAs that have handled it</Trans>
      </h3>
      <ul className="grid gap-1.5">
        {custody.map(({ mda, since, workingDays }) => (
          <li key={since} className="grid">
            <bdi className="font-medium">{mda}</bdi>
            <span className="text-sm text-ink-2">
              <DateText at={since} ago={false} /> ·{' '}
              {t`${plural(workingDays, { one: '# working day', other: '# working days' })}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
