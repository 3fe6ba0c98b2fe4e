import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import { isOpen, type State } from '@baraza/contract/complaint/lifecycle';
import {
  addWorkingDays,
  afterWorkingTime,
  dayOf,
  endOfDay,
  type WorkingCalendar,
  workingDaysBetween,
  workingTime,
} from './working-days.ts';

/** What the clocks read of an event. */
export interface TimerEvent {
  readonly at: Date;
  readonly action: string;
  readonly toState: State;
  readonly cycle: number;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** How many working days there are for each promise. */
export type Targets = Readonly<Record<TimerKind, number>>;

export interface TimerRules {
  readonly calendar: WorkingCalendar;
  readonly targets: Targets;
}

/** The clock rests for one answer of the citizen at most so many working days; then it runs on. */
const longestRest = 10;
/** In percent of the time there was. */
export const reminderLevels = [75, 100, 150, 200] as const;
export type ReminderLevel = (typeof reminderLevels)[number];

export interface Clock {
  readonly kind: TimerKind;
  readonly days: number;
  readonly state: 'running' | 'resting' | 'met' | 'stopped';
  /** When it is due; null unless it runs. */
  readonly dueAt: Date | null;
  readonly percent: number;
  /** When it reaches each level if nothing happens; none unless it runs. */
  readonly reminders: readonly { readonly level: ReminderLevel; readonly at: Date }[];
}

export interface Timers {
  readonly acknowledge: Clock;
  readonly reply: Clock;
  readonly resolve: Clock;
  /** While it rests: how long at most. */
  readonly pausedUntil: Date | null;
  /** The next moment at which something has to be told, or a rest ends. */
  readonly nextReminderAt: Date | null;
}

/**
 * The three clocks of the present cycle at a moment. They follow from the events alone, oldest first, so that neither a
 * transfer nor a touch resets them. A promise ends with the last working day of its target after the day the cycle began;
 * days on which the clock rested for the citizen count as free ones. Asked and answered on one day costs nothing.
 */
export function readTimers(events: readonly TimerEvent[], rules: TimerRules, now: Date): Timers {
  const newest = events.at(-1);
  const round = events.filter((it) => it.cycle === newest?.cycle);
  const { free, pausedUntil } = readRests(round, rules.calendar, now);
  const calendar = withFree(rules.calendar, free);
  const read = (kind: TimerKind) => readTimer(kind, round, { ...rules, calendar }, pausedUntil !== null, now);
  const timers = { acknowledge: read('acknowledge'), reply: read('reply'), resolve: read('resolve') };
  const reminders = Object.values(timers).flatMap((clock) => clock.reminders.map(({ at }) => at));
  return {
    ...timers,
    pausedUntil,
    nextReminderAt: earliest([...reminders, ...(pausedUntil ? [pausedUntil] : [])], now),
  };
}

function earliest(times: readonly Date[], after: Date): Date | null {
  const ahead = times.map((it) => it.getTime()).filter((it) => it > after.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

function withFree(calendar: WorkingCalendar, free: readonly number[]): WorkingCalendar {
  if (free.length === 0) return calendar;
  return { ...calendar, holidays: new Set([...calendar.holidays, ...free]) };
}

/** The end of a rest that began then, should nobody answer. */
function restEnds(calendar: WorkingCalendar, since: Date): Date {
  const last = addWorkingDays(calendar, dayOf(calendar.timeZone, since), longestRest);
  return new Date(endOfDay(calendar.timeZone, last).getTime() + 1);
}

/** On which days the clock rested, and whether it still does. What was handled together with another one rested as well. */
function readRests(round: readonly TimerEvent[], calendar: WorkingCalendar, now: Date) {
  const free: number[] = [];
  let since: TimerEvent | undefined;
  const rest = (until: Date) => {
    if (since === undefined) return;
    const day = (at: Date) => dayOf(calendar.timeZone, at);
    const days = workingDaysBetween(calendar, day(since.at), day(until));
    free.push(...(since.toState === 'merged' ? days : days.slice(0, longestRest)));
  };
  for (const event of round) {
    if (since !== undefined && event.toState === since.toState) continue;
    rest(event.at);
    since = event.toState === 'awaiting_citizen' || event.toState === 'merged' ? event : undefined;
  }
  const end = since?.toState === 'awaiting_citizen' ? restEnds(calendar, since.at) : null;
  rest(now);
  return { free, pausedUntil: end !== null && now < end ? end : null };
}

/** The event that met a promise. */
const meets: Record<TimerKind, (event: TimerEvent) => boolean> = {
  acknowledge: ({ toState }) => ['in_progress', 'awaiting_citizen', 'resolved', 'rejected'].includes(toState),
  reply: ({ action }) => ['reply', 'ask', 'resolve', 'reject'].includes(action),
  resolve: ({ action }) => action === 'resolve' || action === 'reject',
};

function readTimer(
  kind: TimerKind,
  round: readonly TimerEvent[],
  { calendar, targets }: TimerRules,
  resting: boolean,
  now: Date,
): Clock {
  const [first, newest] = [round[0], round.at(-1)];
  const extended = round.reduce(
    (sum, { action, data }) => sum + (action === 'extend' ? Number(data?.['days'] ?? 0) : 0),
    0,
  );
  const days = targets[kind] + (kind === 'resolve' ? extended : 0);
  if (first === undefined || newest === undefined) {
    return { kind, days, state: 'stopped', dueAt: null, percent: 0, reminders: [] };
  }
  const due = endOfDay(calendar.timeZone, addWorkingDays(calendar, dayOf(calendar.timeZone, first.at), days));
  const total = workingTime(calendar, first.at, new Date(due.getTime() + 1));
  const met = round.find(meets[kind]);
  const state = met ? 'met' : !isOpen(newest.toState) ? 'stopped' : resting ? 'resting' : 'running';
  // It stopped with what closed the complaint, whatever is said or asked about it later.
  const closed = round[round.findLastIndex((it) => isOpen(it.toState)) + 1] ?? newest;
  const until = met?.at ?? (state === 'stopped' ? closed.at : now);
  const percent = Math.round((workingTime(calendar, first.at, until) / total) * 100);
  if (state !== 'running') return { kind, days, state, dueAt: null, percent, reminders: [] };
  // A promise is broken the moment after its last one.
  const at = (level: ReminderLevel) =>
    level === 100 ? new Date(due.getTime() + 1) : afterWorkingTime(calendar, first.at, (total * level) / 100);
  return {
    kind,
    days,
    state,
    dueAt: due,
    percent,
    reminders: reminderLevels.map((level) => ({ level, at: at(level) })),
  };
}

/** An MDA that had the complaint for a while. */
export interface OwnershipPeriod {
  readonly mdaId: string;
  readonly since: Date;
  readonly until: Date | null;
  /** Rests do not count, nor the time between a resolution and a re-opening. */
  readonly workingDays: number;
}

/** Who had the complaint for how long, oldest first. `mdaId` has it now. */
export function custodyOf(
  events: readonly TimerEvent[],
  mdaId: string,
  calendar: WorkingCalendar,
  now: Date,
): OwnershipPeriod[] {
  const first = events[0];
  if (first === undefined) return [];
  // Oversight may decide that it stays where it is.
  const handed = events.filter(({ action, data }) => {
    return changesHands({ action }) && typeof data?.['from'] === 'string' && data['from'] !== data['mda'];
  });
  const owners = [...handed.map((it) => String(it.data?.['from'])), mdaId];
  const starts = [first.at, ...handed.map((it) => it.at)];
  const spans = workSpans(events, calendar, now);
  return owners.map((owner, index) => {
    const [since, until] = [starts[index] ?? first.at, starts[index + 1] ?? null];
    const time = spans.reduce((sum, span) => sum + overlap(calendar, span, since, until ?? now), 0);
    return { mdaId: owner, since, until, workingDays: Math.round(time * 10) / 10 };
  });
}

export function changesHands({ action }: Pick<TimerEvent, 'action'>): boolean {
  return action === 'acceptTransfer' || action === 'decideTransfer';
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** When the MDA was to move: open, and not waiting for the citizen longer than a rest may last. */
function workSpans(events: readonly TimerEvent[], calendar: WorkingCalendar, now: Date): Span[] {
  let asked: Date | undefined;
  return events.flatMap(({ at, toState }, index) => {
    asked = toState === 'awaiting_citizen' ? (asked ?? at) : undefined;
    const to = events[index + 1]?.at ?? now;
    const from = asked === undefined ? at : later(at, restEnds(calendar, asked));
    return isOpen(toState) && from < to ? [{ from, to }] : [];
  });
}

function overlap(calendar: WorkingCalendar, span: Span, since: Date, until: Date): number {
  const [from, to] = [later(span.from, since), span.to < until ? span.to : until];
  return from < to ? workingTime(calendar, from, to) : 0;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
