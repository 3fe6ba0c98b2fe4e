import {
  lazyPart,
  getGuest,
  Link,
  formatDay,
  Heading,
  StatusMark,
  threadWords,
  TrackingText,
  DateText,
  outcomeWord,
  statedFacts,
  say,
} from '@baraza/app';
import { canAnswer, isQuestionWithdrawn } from '@baraza/contract/complaint/citizen-action';
import type { Complaint } from '@baraza/contract';
import { Notice, Flag, Thread } from '@baraza/ui';
import { statusTone, type StatusTone } from '@baraza/ui/lib/status-tone';
import { t, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, type ReactNode, useState } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { Statement } from '../../../lib/media/statement.tsx';
import { ComplaintActions } from './complaint-actions.tsx';
import { ComplaintHistory } from './complaint-history.tsx';
import { Question, ReplyBlock } from './mda-words.tsx';
import { stationDates } from './station-dates.ts';

const UnsentAnswer = lazyPart(() => import('./unsent-answer.tsx'), { quiet: true });

interface ComplaintViewProps {
  readonly complaint: Complaint;
  readonly answers?: RefObject<HTMLDivElement | null>;
}

/** Shows a complaint, its conversation and the actions of its citizen. */
export function ComplaintView({ complaint, answers }: ComplaintViewProps) {
  // An element, because Trans would read angle brackets in a plain name as tags.
  const mda = <bdi>{say(complaint.mda.name)}</bdi>;
  return (
    <>
      <ComplaintHead complaint={complaint} />
      {complaint.state === 'merged' && (
        <Notice title={t`Handled together with another complaint`}>
          <Trans>
            Others complained to {mda} about the same thing. You get the same answers, and your status follows that
            complaint.
          </Trans>
        </Notice>
      )}
      {complaint.state === 'appeal' && (
        <Notice title={t`Under review`}>
          {t`The oversight office looks at how your complaint ended. It decides, and you read why.`}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 l:grid-cols-[minmax(0,1fr)_17.5rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <div ref={answers} className="grid grid-cols-[minmax(0,1fr)] gap-6 empty:-mb-6">
            {canAnswer(complaint) && <Question complaint={complaint} />}
            {isQuestionWithdrawn(complaint.history) && <UnsentAnswer complaint={complaint} />}
            <ReplyBlock complaint={complaint} />
          </div>
          <ComplaintActions complaint={complaint} />
          <Statement
            description={complaint.description}
            language={complaint.history[0]?.language}
            attachments={complaint.attachments}
          />
          <ComplaintHistory complaint={complaint} />
        </div>
        <ComplaintFacts complaint={complaint} />
      </div>
    </>
  );
}

/** Heading of the details, with tracking ID and progress. */
function ComplaintHead({ complaint }: { complaint: Complaint }) {
  const dates = Object.fromEntries(
    Object.entries(stationDates(complaint)).map(([station, at]) => [
      station,
      <time key={station} dateTime={at}>
        <bdi dir="ltr">{formatDay(at)}</bdi>
      </time>,
    ]),
  ) as Partial<Record<StatusTone, ReactNode>>;
  return (
    <div
      data-tone={statusTone(complaint.status) ?? undefined}
      className="sheet stitched grid gap-2.5 py-4.5 ps-6 pe-5 m:py-5.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="eyebrow">
          <bdi>{say(complaint.category.name)}</bdi>
        </p>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {complaint.cycle > 1 && (
            <Flag>{t`Re-opened ${plural(complaint.cycle - 1, { one: 'once', other: '# times' })}`}</Flag>
          )}
          {/* On a phone the strip below shows it. */}
          <span className="max-m:hidden">
            <StatusMark status={complaint.status} />
          </span>
        </span>
      </div>
      <Heading title={complaint.title}>
        <bdi>{complaint.title}</bdi>
      </Heading>
      <p className="flex flex-wrap items-center gap-x-2 text-md">
        <span className="text-sm text-ink-2">{t`Tracking ID`}</span>
        <TrackingText id={complaint.trackingId} />
      </p>
      <DueDate complaint={complaint} />
      <div className="mt-1">
        <Thread status={complaint.status} label={t`Progress`} words={threadWords()} dates={dates} />
      </div>
    </div>
  );
}

function ComplaintFacts({ complaint }: { complaint: Complaint }) {
  const { jurisdiction, knownIssue, outcome, survey } = complaint;
  const facts: [string, ReactNode][] = [
    [t`MDA`, mdaName(complaint.mda)],
    [t`Jurisdiction`, jurisdiction && say(jurisdiction.name)],
    ...statedFacts(complaint),
    [t`When did it happen`, <DateText key="at" at={complaint.incidentDate} ago={false} />],
    [t`Submitted`, <DateText key="at" at={complaint.submittedDate} />],
    [t`Known issue`, knownIssue && <KnownIssueLink key="issue" {...knownIssue} />],
    [t`The office says`, outcome && outcomeWord(outcome)],
    [t`Your rating`, survey && t`${survey.rating} of 5`],
  ];
  return (
    <section aria-labelledby="facts" className="sheet grid gap-3 px-5 py-4.5">
      <h2 id="facts" className="text-lead">
        {t`Facts`}
      </h2>
      <dl className="grid gap-3 text-md">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="grid">
                <dt className="text-sm text-ink-2">{label}</dt>
                <dd className="font-medium">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {complaint.custody.length > 1 && <Custody custody={complaint.custody} />}
    </section>
  );
}

/** Link to the known issue. A guest gets it in a new tab, since coming back would require the code again. */
function KnownIssueLink({ id, name }: NonNullable<Complaint['knownIssue']>): ReactNode {
  if (getGuest() === null) return <Link to={paths.knownIssue(id)}>{name}</Link>;
  return (
    <a href={paths.publicKnownIssue(id)} target="_blank" rel="noopener">
      {name} <span className="sr-only">{t`(opens in a new tab)`}</span>
    </a>
  );
}

/** Says by when the MDA has to answer, or how late it is. */
function DueDate({
  complaint: { state, timer, dueAt, dueDay: day, pausedUntil },
}: {
  complaint: Complaint;
}): ReactNode {
  const [now] = useState(() => Date.now());
  if (timer === 'paused') {
    return (
      <p className="text-md">
        {t`Paused while the MDA waits for your answer`}
        {pausedUntil && (
          <>
            {' '}
            ({t`at the latest until`} <DateText at={pausedUntil} ago={false} />)
          </>
        )}
      </p>
    );
  }
  if (!dueAt || !day) return null;
  const late = Math.ceil((now - Date.parse(dueAt)) / 86_400_000);
  if (late > 0) {
    const days = plural(late, { one: '# day late', other: '# days late' });
    return <p className="text-md font-semibold text-danger-ink">{t`${days}. Its supervisor knows.`}</p>;
  }
  return (
    <p className="text-md font-semibold">{state === 'appeal' ? t`To be decided by ${day}` : t`Answer by ${day}`}</p>
  );
}

function Custody({ custody }: Pick<Complaint, 'custody'>) {
  return (
    <div className="grid gap-1.5 text-md">
      <h3 className="text-sm font-normal text-ink-2">{t`MDAs that have handled it`}</h3>
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
