import { type DeskComplaintSummary, isOpen, type TimerKind } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** State of a timer, with the time left in percent and minutes (negative: late). */
export interface TimerReading {
  readonly state: 'normal' | 'soon' | 'late' | 'paused';
  readonly share: number;
  readonly minutes: number;
}

type Timed = Pick<DeskComplaintSummary, 'state' | 'cycle' | 'submittedDate' | 'dueAt'>;

const minute = 60_000;
const soonMinutes = 4 * 60;
/** Assumed length of a timer whose start is unknown: fifteen working days take three weeks. */
const usualLength = 21 * 24 * 60 * minute;

/** Reads the timer of a complaint; null if it has stopped. `startedAt` is the start of the present cycle, if known. */
export function readTimer(complaint: Timed, now: Date, startedAt?: string): TimerReading | null {
  if (!isOpen(complaint.state)) return null;
  // A pause ends with the time to answer: then there is a due date again.
  if (!complaint.dueAt)
    return complaint.state === 'awaiting_citizen' ? { state: 'paused', share: 0, minutes: 0 } : null;
  const due = Date.parse(complaint.dueAt);
  const left = due - now.getTime();
  const minutes = left < 0 ? Math.ceil(left / minute) : Math.floor(left / minute);
  if (left < 0) return { state: 'late', share: 0, minutes };
  const start = startedAt ?? (complaint.cycle === 1 ? complaint.submittedDate : null);
  const length = start ? due - Date.parse(start) : usualLength;
  const share = Math.max(0, Math.min(100, Math.round((left / Math.max(length, 1)) * 100)));
  return { state: share < 25 || minutes < soonMinutes ? 'soon' : 'normal', share, minutes };
}

/** Formats a span as "12 d", "1 d 4 h" or "45 min". */
export function formatSpan(totalMinutes: number): string {
  const whole = Math.abs(Math.trunc(totalMinutes));
  const days = Math.floor(whole / 1440);
  const hours = Math.floor((whole % 1440) / 60);
  const minutes = whole % 60;
  const padded = String(minutes).padStart(2, '0');
  if (days > 0) return hours > 0 && days < 7 ? t`${days} d ${hours} h` : t`${days} d`;
  if (hours > 0) return minutes > 0 ? t`${hours} h ${padded} min` : t`${hours} h`;
  return t`${minutes} min`;
}

/** Names a timer. */
export function timerWord(kind: TimerKind): string {
  const words: Record<TimerKind, string> = { acknowledge: t`Start`, reply: t`First reply`, resolve: t`Resolve` };
  return words[kind];
}
