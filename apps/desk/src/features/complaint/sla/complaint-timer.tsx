import type { State } from '@baraza/contract';
import { Timer } from '@baraza/ui/timer';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatSpan, readTimer, type TimerReading } from '../../../lib/format/timer.ts';

type ComplaintTimerProps = {
  complaint: { state: State; cycle: number; submittedDate: string; dueAt: string | null };
  now: Date;
  /** When the present cycle began, where it is known. */
  startedAt?: string;
  pill?: boolean;
};

/** Shows when a complaint is due, as a ring and in words; nothing once its timer has stopped. */
export function ComplaintTimer({ complaint, now, startedAt, pill }: ComplaintTimerProps): ReactNode {
  const reading = readTimer(complaint, now, startedAt);
  if (!reading) return null;
  const { lead, words } = wordsOf(reading);
  return (
    <Timer state={reading.state} share={reading.share} lead={lead} pill={pill}>
      {words}
    </Timer>
  );
}

function wordsOf(reading: TimerReading): { lead: string; words: string } {
  // How many minutes something is late beside its hours helps nobody.
  const late = reading.minutes <= -60 ? reading.minutes - (reading.minutes % 60) : reading.minutes;
  const span = formatSpan(reading.state === 'late' ? late : reading.minutes);
  switch (reading.state) {
    case 'paused':
      return { lead: t`Due date`, words: t`Paused` };
    case 'late':
      return { lead: t`Resolution is`, words: t`${span} late` };
    default:
      return { lead: t`Resolution due in`, words: span };
  }
}
