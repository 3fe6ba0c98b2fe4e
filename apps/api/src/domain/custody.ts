import { isOpen, opensCycle } from '@baraza/contract/complaint/lifecycle';
import {
  ownershipPeriods,
  resolveDue,
  type Span,
  type TimerEvent,
  type TimerRules,
  wentElsewhere,
} from './sla-timer.ts';

/** Time in which one MDA had a complaint, from its arrival or re-opening on. */
export interface Custody {
  readonly mdaId: string;
  readonly events: readonly [TimerEvent, ...TimerEvent[]];
  /** When it went to another MDA. */
  readonly until: Date | undefined;
  /** When its citizen re-opened it, which ends it. */
  readonly reopenedAt: Date | undefined;
}

/** Counts that one custody adds to a month. */
export type CustodyCounts = Readonly<ReturnType<typeof countCustody>>;

/** Splits a history into custodies; `mdaId` has the complaint now. */
export function custodiesOf(events: readonly TimerEvent[], mdaId: string): Custody[] {
  const starts = events.filter((event, index) => index === 0 || wentElsewhere(event) || opensCycle(event.action));
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const later = events.slice(events.indexOf(start) + 1);
    const leaving = later.find(wentElsewhere);
    return {
      mdaId: leaving ? String(leaving.data?.['from']) : mdaId,
      events: [start, ...(next ? later.slice(0, later.indexOf(next)) : later)],
      until: next && wentElsewhere(next) ? next.at : undefined,
      reopenedAt: next?.action === 'reopen' ? next.at : undefined,
    };
  });
}

/** Whether a custody adds nothing to the counts of a month. */
export function countsNothing(counts: CustodyCounts): boolean {
  return Object.values(counts).every((value) => value === false || value === null);
}

/** Counts a custody in a month, by its history up to the month's end. */
export function countCustody(custody: Custody, rules: TimerRules, { from, to }: Span) {
  const [start, ...later] = custody.events;
  const isInMonth = (at: Date) => at >= from && at < to;
  const known = [start, ...later.filter(({ at }) => at < to)] as const;
  const closing = known.find(({ toState }) => !isOpen(toState));
  const ended = closing?.at ?? custody.until;
  const due = resolveDue(known, rules, ended ?? to);
  const wasResolved = closing?.toState === 'resolved' && closing.at <= due;
  const ranOut = due < (ended ?? to) && isInMonth(due);
  const kept = wasResolved && isInMonth(closing.at);
  const [days = null] =
    ended && isInMonth(ended)
      ? ownershipPeriods(known, custody.mdaId, rules.calendar, ended)
          .slice(-1)
          .map(({ workingDays }) => workingDays)
      : [];
  const resolved = closing?.toState === 'resolved' && isInMonth(closing.at);
  return {
    /** Whether it was resolved in the month; `answer` is the citizen's word on that by the month's end. */
    resolved,
    answer: resolved ? answerOf(custody, known, to) : null,
    received: !opensCycle(start.action) && isInMonth(start.at),
    reopened: start.action === 'reopen' && isInMonth(start.at),
    /** Whether the time to resolve it ended in the month: by its resolution or by running out. */
    due: kept || ranOut,
    /** Whether it was resolved before that. */
    kept,
    /** Working days the MDA had it, where that ended in the month. */
    days,
  };
}

function answerOf({ reopenedAt }: Custody, known: readonly TimerEvent[], to: Date): 'yes' | 'no' | null {
  const isReopened = reopenedAt !== undefined && reopenedAt < to;
  if (isReopened || known.some(({ action }) => action === 'appeal')) return 'no';
  const said = known.findLast(({ action }) => action === 'confirmResolution' || action === 'revokeConfirmation');
  return said?.action === 'confirmResolution' ? 'yes' : null;
}
