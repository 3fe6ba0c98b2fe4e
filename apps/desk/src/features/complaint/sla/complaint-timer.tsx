import type { DeskTimer, State, TimerKind } from '@baraza/contract';
import { Timer } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { formatSpan, readTimer, type TimerReading } from '../../../lib/format/timer.ts';

type ComplaintTimerProps = {
  complaint: { state: State; cycle: number; submittedDate: string; dueAt: string | null; dueTimer: TimerKind | null };
  now: Date;
  startedAt?: string;
};

/** The next of the SLA timers of a complaint, as lists have it. */
export function nextTimer(timers: readonly DeskTimer[]): Pick<ComplaintTimerProps['complaint'], 'dueAt' | 'dueTimer'> {
  const [next] = timers.filter((timer) => timer.dueAt).toSorted((a, b) => (a.dueAt! < b.dueAt! ? -1 : 1));
  return { dueAt: next?.dueAt ?? null, dueTimer: next?.kind ?? null };
}

/** Shows a complaint's next timer as a ring and in words. Shows nothing once its timer has stopped. */
export function ComplaintTimer({ complaint, now, startedAt }: ComplaintTimerProps) {
  const reading = readTimer(complaint, now, startedAt);
  if (!reading) return null;
  const { lead, words } = wordsOf(reading, complaint.state === 'appeal' ? 'appeal' : (complaint.dueTimer ?? 'resolve'));
  return (
    <Timer state={reading.state} share={reading.share} lead={lead}>
      {words}
    </Timer>
  );
}

function wordsOf(reading: TimerReading, kind: TimerKind | 'appeal'): { lead: string; words: string } {
  // How many minutes something is late beside its hours helps nobody, nor how many hours beside its days.
  const unit = [1440, 60, 1].find((minutes) => reading.minutes <= -minutes) ?? 1;
  const late = reading.minutes - (reading.minutes % unit);
  const span = formatSpan(reading.state === 'late' ? late : reading.minutes);
  const name = { acknowledge: t`Start`, reply: t`Reply`, resolve: t`Resolve`, appeal: t`Decide` }[kind];
  switch (reading.state) {
    case 'paused':
      return { lead: t`Paused`, words: t`With citizen` };
    case 'late':
      return { lead: t`Next due`, words: t`${name} ${span} late` };
    default:
      return { lead: t`Next due`, words: t`${name} ${span}` };
  }
}
