import { type TimerKind, isOpen, isWorked, type State, withoutWithdrawnQuestions } from '@baraza/contract';
import {
  addWorkingDays,
  afterWorkingTime,
  dayOf,
  endOfDay,
  type WorkingCalendar,
  workingDaysBetween,
  workingTime,
} from './working-days.ts';

/** The part of an event that the timers read. */
export interface TimerEvent {
  readonly at: Date;
  readonly action: string;
  readonly toState: State;
  readonly cycle: number;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Working days allowed for each timer, or hours for an emergency. */
export type Targets = Readonly<Record<TimerKind, number>>;

export interface TimerRules {
  readonly calendar: WorkingCalendar;
  readonly targets: Targets;
  /** Hours round the clock. */
  readonly emergency: Targets;
}

const hour = 3_600_000;
/** The calendar of emergencies. */
const roundTheClock: WorkingCalendar = { timeZone: 'UTC', weekend: '', holidays: new Set() };

/** Working days that one question to the citizen may pause the timers; then they run on. */
const longestPause = 10;
/** Working days in which oversight decides on an appeal. */
const reviewDays = 10;
/** Reminder levels in percent of the allowed time. */
export const reminderLevels = [75, 100, 150, 200] as const;
export type ReminderLevel = (typeof reminderLevels)[number];

/** One SLA timer of a cycle. */
export interface SlaTimer {
  readonly kind: TimerKind;
  /** Working days; of an emergency, days round the clock with fractions. */
  readonly days: number;
  readonly state: 'running' | 'paused' | 'met' | 'stopped';
  /** Null unless running. */
  readonly dueAt: Date | null;
  readonly percent: number;
  /** When each level is reached if nothing happens; empty unless running. */
  readonly reminders: readonly { readonly level: ReminderLevel; readonly at: Date }[];
}

export interface Timers extends Readonly<Record<TimerKind, SlaTimer>> {
  /** The latest end of the present pause; null unless paused. */
  readonly pausedUntil: Date | null;
  /** Date by which oversight is to decide on an appeal; null without one. */
  readonly appealDueAt: Date | null;
  /** The next moment at which a reminder is due or a pause ends. */
  readonly nextReminderAt: Date | null;
}

/**
 * Computes the SLA timers of the present cycle from its events, oldest first. Each is due at the end of its last working day, counted
 * from the day after the cycle began; paused days count as holidays. In an emergency hours count instead, round the clock.
 */
export function readTimers(events: readonly TimerEvent[], rules: TimerRules, now: Date): Timers {
  const newest = events.at(-1);
  const cycle = events.filter((event) => event.cycle === newest?.cycle);
  const { pausedDays, pauses, pausedUntil } = readPauses(cycle, rules.calendar, now);
  const since = emergencySince(events, cycle);
  const allow = (kind: TimerKind) => {
    if (since !== undefined) return allowHours(kind, cycle, rules.emergency[kind], since, pauses);
    return allowDays(kind, cycle, { ...rules, calendar: withHolidays(rules.calendar, pausedDays) });
  };
  const read = (kind: TimerKind) => readTimer(kind, cycle, allow(kind), pausedUntil !== null, now);
  const timers = { acknowledge: read('acknowledge'), reply: read('reply'), resolve: read('resolve') };
  const reminders = Object.values(timers).flatMap((timer) => timer.reminders.map(({ at }) => at));
  const appealDueAt = appealDue(events, rules.calendar);
  const others = [pausedUntil, appealDueAt].filter((at) => at !== null);
  return { ...timers, pausedUntil, appealDueAt, nextReminderAt: earliest([...reminders, ...others], now) };
}

function appealDue(events: readonly TimerEvent[], calendar: WorkingCalendar): Date | null {
  if (events.at(-1)?.toState !== 'appeal') return null;
  const appeal = events.findLast(({ action }) => action === 'appeal');
  if (appeal === undefined) return null;
  return endOfDay(calendar.timeZone, addWorkingDays(calendar, dayOf(calendar.timeZone, appeal.at), reviewDays));
}

function earliest(times: readonly Date[], after: Date): Date | null {
  const ahead = times.map((time) => time.getTime()).filter((time) => time > after.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

function withHolidays(calendar: WorkingCalendar, days: readonly number[]): WorkingCalendar {
  if (days.length === 0) return calendar;
  return { ...calendar, holidays: new Set([...calendar.holidays, ...days]) };
}

function pauseEnds(calendar: WorkingCalendar, since: Date): Date {
  const last = addWorkingDays(calendar, dayOf(calendar.timeZone, since), longestPause);
  return new Date(endOfDay(calendar.timeZone, last).getTime() + 1);
}

/** Returns since when this cycle is an emergency. Setting it anew gains no time. */
function emergencySince(events: readonly TimerEvent[], [start]: readonly TimerEvent[]): Date | undefined {
  const chosen = events.filter(({ data }) => data?.['priority'] !== undefined);
  if (start === undefined || chosen.at(-1)?.data?.['priority'] !== 'emergency') return undefined;
  return later(start.at, chosen.find(({ data }) => data?.['priority'] === 'emergency')?.at ?? start.at);
}

/** Lists the pauses of a cycle and their days, and when the present pause ends. A duplicate is paused while merged. */
function readPauses(cycle: readonly TimerEvent[], calendar: WorkingCalendar, now: Date) {
  const pausedDays: number[] = [];
  const pauses: Span[] = [];
  let since: TimerEvent | undefined;
  const endPause = (until: Date) => {
    if (since === undefined) return;
    const day = (at: Date) => dayOf(calendar.timeZone, at);
    const days = workingDaysBetween(calendar, day(since.at), day(until));
    const isMerged = since.toState === 'merged';
    pausedDays.push(...(isMerged ? days : days.slice(0, longestPause)));
    const end = isMerged ? until : earlier(until, pauseEnds(calendar, since.at));
    pauses.push({ from: since.at, to: end });
  };
  for (const event of cycle) {
    if (since !== undefined && event.toState === since.toState) continue;
    endPause(event.at);
    since = event.toState === 'awaiting_citizen' || event.toState === 'merged' ? event : undefined;
  }
  const end = since?.toState === 'awaiting_citizen' ? pauseEnds(calendar, since.at) : null;
  endPause(now);
  return { pausedDays, pauses, pausedUntil: end !== null && now < end ? end : null };
}

const meets: Record<TimerKind, (event: TimerEvent) => boolean> = {
  acknowledge: ({ toState }) => ['in_progress', 'awaiting_citizen', 'resolved', 'rejected'].includes(toState),
  reply: ({ action }) => ['reply', 'ask', 'resolve', 'reject'].includes(action),
  resolve: ({ action }) => action === 'resolve' || action === 'reject',
};

/** Time that a timer allows, extensions included. */
interface Allowance {
  readonly days: number;
  readonly calendar: WorkingCalendar;
  readonly from: Date;
  readonly due: Date;
}

function extendedDays(kind: TimerKind, events: readonly TimerEvent[]): number {
  if (kind !== 'resolve') return 0;
  return events.reduce((sum, { action, data }) => sum + (action === 'extend' ? Number(data?.['days'] ?? 0) : 0), 0);
}

/** Allows working days. Paused days already count as holidays. */
function allowDays(kind: TimerKind, events: readonly TimerEvent[], { calendar, targets }: TimerRules): Allowance {
  const from = events[0]?.at ?? new Date(0);
  const days = targets[kind] + extendedDays(kind, events);
  const due = endOfDay(calendar.timeZone, addWorkingDays(calendar, dayOf(calendar.timeZone, from), days));
  return { days, calendar, from, due };
}

/** Allows hours round the clock; pauses move them. */
function allowHours(
  kind: TimerKind,
  cycle: readonly TimerEvent[],
  target: number,
  since: Date,
  pauses: readonly Span[],
): Allowance {
  const paused = pauses.reduce((sum, { from, to }) => sum + Math.max(0, Number(to) - Number(later(from, since))), 0);
  const days = target / 24 + extendedDays(kind, cycle);
  const from = new Date(since.getTime() + paused);
  return { days, calendar: roundTheClock, from, due: new Date(from.getTime() + days * 24 * hour) };
}

/**
 * Computes when an MDA should have resolved a complaint, for public numbers: by its working days, in an emergency too, since what one
 * office calls an emergency would change its number. The first event is its arrival there; events after `now` are unknown.
 */
export function resolveDue(events: readonly [TimerEvent, ...TimerEvent[]], rules: TimerRules, now: Date): Date {
  const { pausedDays } = readPauses(events, rules.calendar, now);
  return allowDays('resolve', events, { ...rules, calendar: withHolidays(rules.calendar, pausedDays) }).due;
}

function readTimer(
  kind: TimerKind,
  cycle: readonly TimerEvent[],
  { days, calendar, from, due }: Allowance,
  isPaused: boolean,
  now: Date,
): SlaTimer {
  const newest = cycle.at(-1);
  if (newest === undefined) return { kind, days, state: 'stopped', dueAt: null, percent: 0, reminders: [] };
  const total = workingTime(calendar, from, new Date(due.getTime() + 1));
  // A withdrawn question is not a reply.
  const met = (kind === 'reply' ? withoutWithdrawnQuestions(cycle) : cycle).find(meets[kind]);
  const state: SlaTimer['state'] = met ? 'met' : !isOpen(newest.toState) ? 'stopped' : isPaused ? 'paused' : 'running';
  // Events after the complaint was closed do not matter.
  const closed = cycle[cycle.findLastIndex((event) => isOpen(event.toState)) + 1] ?? newest;
  const until = met?.at ?? (state === 'stopped' ? closed.at : now);
  const percent = Math.round((workingTime(calendar, from, until) / total) * 100);
  const timer = { kind, days, state, percent };
  if (state !== 'running') return { ...timer, dueAt: null, reminders: [] };
  // The target is missed one millisecond after the due date.
  const at = (level: ReminderLevel) =>
    level === 100 ? new Date(due.getTime() + 1) : afterWorkingTime(calendar, from, (total * level) / 100);
  return { ...timer, dueAt: due, reminders: reminderLevels.map((level) => ({ level, at: at(level) })) };
}

/** Lists the ownership periods of a complaint, oldest first; `mdaId` owns it now. */
export function ownershipPeriods(events: readonly TimerEvent[], mdaId: string, calendar: WorkingCalendar, now: Date) {
  const first = events[0];
  if (first === undefined) return [];
  const transfers = events.filter(wentElsewhere);
  const owners = [...transfers.map(({ data }) => String(data?.['from'])), mdaId];
  const starts = [first.at, ...transfers.map(({ at }) => at)];
  const spans = workSpans(events, calendar, now);
  return owners.map((owner, index) => {
    const [since, until] = [starts[index] ?? first.at, starts[index + 1] ?? null];
    const time = spans.reduce((sum, span) => sum + overlap(calendar, span, since, until ?? now), 0);
    return { mdaId: owner, since, until, workingDays: Math.round(time * 10) / 10 };
  });
}

/** Whether an event may change the owning MDA. */
export function changesHands({ action }: Pick<TimerEvent, 'action'>): boolean {
  return action === 'acceptTransfer' || action === 'decideTransfer';
}

/** Whether an event moved the complaint to another MDA. Oversight may also decide that it stays. */
export function wentElsewhere({ action, data }: Pick<TimerEvent, 'action' | 'data'>): boolean {
  return changesHands({ action }) && typeof data?.['from'] === 'string' && data['from'] !== data['mda'];
}

/** Span of time without its end. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Lists the times in which the MDA had to act: open, not with oversight, and not paused for the citizen. */
function workSpans(events: readonly TimerEvent[], calendar: WorkingCalendar, now: Date): Span[] {
  let asked: Date | undefined;
  return events.flatMap(({ at, toState }, index) => {
    asked = toState === 'awaiting_citizen' ? (asked ?? at) : undefined;
    const to = events[index + 1]?.at ?? now;
    const from = asked === undefined ? at : later(at, pauseEnds(calendar, asked));
    return isWorked(toState) && from < to ? [{ from, to }] : [];
  });
}

function overlap(calendar: WorkingCalendar, span: Span, since: Date, until: Date): number {
  const [from, to] = [later(span.from, since), span.to < until ? span.to : until];
  return from < to ? workingTime(calendar, from, to) : 0;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
