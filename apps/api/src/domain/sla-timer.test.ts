import type { State } from '@baraza/contract/complaint/lifecycle';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addWorkingDays,
  afterWorkingTime,
  dayNamed,
  dayOf,
  endOfDay,
  startOfDay,
  type WorkingCalendar,
  workingDaysBetween,
  workingTime,
} from './working-days.ts';
import { defaultEmergencyTargets, defaultSlaTargets } from '../features/reference/sla-target.store.ts';
import { type TimerEvent, ownershipPeriods, readTimers } from './sla-timer.ts';

const calendar: WorkingCalendar = { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set() };
const rules = { calendar, targets: defaultSlaTargets, emergency: defaultEmergencyTargets };
const event = (at: string, toState: State, cycle = 1, action = 'note'): TimerEvent => ({
  at: new Date(at),
  action,
  toState,
  cycle,
  data: null,
});
const newestOf = (events: readonly TimerEvent[]) => events.at(-1)?.at ?? new Date();
const dueAt = (events: readonly TimerEvent[]) => readTimers(events, rules, newestOf(events)).resolve.dueAt;
const day = (date: Date | null) => date && date.toISOString().slice(0, 10);

// 2026-05-04 is a Monday.
test.each([
  ['a Monday morning', '2026-05-04T08:00:00Z', '2026-05-25'],
  ['the first instant of a Monday', '2026-05-04T00:00:00Z', '2026-05-25'],
  ['a Friday night', '2026-05-08T23:59:59.999Z', '2026-05-29'],
  ['a Saturday', '2026-05-09T12:00:00Z', '2026-05-29'],
  ['a Sunday', '2026-05-10T12:00:00Z', '2026-05-29'],
  ['a Wednesday before a leap day', '2028-02-16T12:00:00Z', '2028-03-08'],
  ['the end of a year', '2026-12-31T12:00:00Z', '2027-01-21'],
])('a complaint filed on %s (%s) is due by the end of %s', (_, at, due) => {
  expect(dueAt([event(at, 'received')])?.toISOString()).toBe(`${due}T23:59:59.999Z`);
});

test('starting, noting and replying do not move the due date', () => {
  const steps = [event('2026-05-04T08:00:00Z', 'received')];
  for (const at of ['2026-05-05T08:00:00Z', '2026-05-12T08:00:00Z', '2026-05-22T08:00:00Z']) {
    steps.push(event(at, 'in_progress'));
    expect(day(dueAt(steps))).toBe('2026-05-25');
  }
});

test('the SLA timer is paused while the citizen is asked, and then continues', () => {
  const asked = [
    event('2026-05-04T08:00:00Z', 'received'),
    event('2026-05-05T08:00:00Z', 'in_progress'),
    event('2026-05-07T08:00:00Z', 'awaiting_citizen'),
  ];
  expect(dueAt(asked)).toBeNull();
  // A reply or a note in between does not change the pause.
  asked.push(event('2026-05-08T08:00:00Z', 'awaiting_citizen'));
  expect(dueAt(asked)).toBeNull();
  // Thursday to Tuesday: Friday, Monday and Tuesday were paused.
  expect(day(dueAt([...asked, event('2026-05-12T20:00:00Z', 'in_progress')]))).toBe('2026-05-28');
  // An answer on the same day moves nothing.
  expect(day(dueAt([...asked.slice(0, 3), event('2026-05-07T22:00:00Z', 'in_progress')]))).toBe('2026-05-25');
});

test('two pauses of a timer add up', () => {
  const steps = [
    event('2026-05-04T08:00:00Z', 'received'),
    event('2026-05-04T09:00:00Z', 'in_progress'),
    event('2026-05-05T08:00:00Z', 'awaiting_citizen'),
    event('2026-05-06T08:00:00Z', 'in_progress'),
    event('2026-05-06T09:00:00Z', 'awaiting_citizen'),
    event('2026-05-08T08:00:00Z', 'in_progress'),
  ];
  expect(day(dueAt(steps))).toBe('2026-05-28');
});

test.each(['resolved', 'withdrawn', 'rejected', 'merged'] as const)(
  'a complaint that is %s has no due date',
  (state) => {
    expect(dueAt([event('2026-05-04T08:00:00Z', 'received'), event('2026-05-05T08:00:00Z', state)])).toBeNull();
  },
);

test('re-opening begins a new cycle without the pauses of the previous one', () => {
  const steps = [
    event('2026-05-04T08:00:00Z', 'received'),
    event('2026-05-04T09:00:00Z', 'in_progress'),
    event('2026-05-05T08:00:00Z', 'awaiting_citizen'),
    event('2026-05-15T08:00:00Z', 'resolved'),
    event('2026-06-01T08:00:00Z', 'received', 2),
  ];
  expect(day(dueAt(steps))).toBe('2026-06-22');
});

test('a complaint without events has no due date', () => {
  expect(dueAt([])).toBeNull();
});

const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const zones = fc.constantFrom(
  'UTC',
  'Africa/Lagos',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Africa/Cairo',
);
const holidays = fc.array(
  instant.map((at) => dayOf('UTC', at)),
  { maxLength: 20 },
);

test('adding working days agrees with counting them, and ends on a working day', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 60 }), holidays, (from, days, free) => {
      const some = { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set([...free, dayOf('UTC', from) + 3]) };
      const end = addWorkingDays(some, dayOf('UTC', from), days);
      expect(workingDaysBetween(some, dayOf('UTC', from), end)).toHaveLength(days);
      expect([1, 2, 3, 4, 5]).toContain(startOfDay('UTC', end).getUTCDay());
      expect(some.holidays).not.toContain(end);
    }),
  );
});

test('a day begins where the day before ends, in every zone and on days when clocks change', () => {
  fc.assert(
    fc.property(instant, zones, (at, zone) => {
      const day = dayOf(zone, at);
      const [start, end] = [startOfDay(zone, day), endOfDay(zone, day)];
      expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
      expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
      expect(dayOf(zone, start)).toBe(day);
      expect(dayOf(zone, new Date(start.getTime() - 1))).toBe(day - 1);
      expect((end.getTime() + 1 - start.getTime()) / 3_600_000).toBeGreaterThanOrEqual(22.5);
    }),
  );
});

test('adding working time agrees with measuring it', () => {
  fc.assert(
    fc.property(
      instant,
      fc.double({ min: 0.01, max: 30, noNaN: true }),
      zones,
      holidays,
      (from, time, timeZone, free) => {
        const some = { timeZone, weekend: 'sat,sun', holidays: new Set(free) };
        expect(workingTime(some, from, afterWorkingTime(some, from, time))).toBeCloseTo(time, 4);
      },
    ),
  );
});

test('where clocks change, a target still ends with the day of the office, an hour earlier or later in UTC', () => {
  const berlin = {
    targets: defaultSlaTargets,
    emergency: defaultEmergencyTargets,
    calendar: { timeZone: 'Europe/Berlin', weekend: 'sat,sun', holidays: new Set<number>() },
  };
  const due = (at: string) => readTimers([event(at, 'received')], berlin, new Date(at)).resolve.dueAt?.toISOString();
  // Summer time ends on 2026-10-25 and begins on 2026-03-29.
  expect(due('2026-10-12T08:00:00Z')).toBe('2026-11-02T22:59:59.999Z');
  expect(due('2026-10-01T08:00:00Z')).toBe('2026-10-22T21:59:59.999Z');
  expect(due('2026-03-16T08:00:00Z')).toBe('2026-04-06T21:59:59.999Z');
  // 23:30 in UTC is the next day in Berlin.
  expect(due('2026-06-01T21:59:59Z')).toBe('2026-06-22T21:59:59.999Z');
  expect(due('2026-06-01T22:00:00Z')).toBe('2026-06-23T21:59:59.999Z');
});

test('holidays move the due date, those on a weekend do not', () => {
  const free = {
    targets: defaultSlaTargets,
    emergency: defaultEmergencyTargets,
    calendar: { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set(['2026-05-14', '2026-05-16'].map(dayNamed)) },
  };
  const filed = event('2026-05-04T08:00:00Z', 'received');
  expect(day(readTimers([filed], free, filed.at).resolve.dueAt)).toBe('2026-05-26');
  expect(day(readTimers([filed], free, filed.at).acknowledge.dueAt)).toBe('2026-05-06');
});

test('a pause moves the due date by its working days, up to ten, unless it had passed', () => {
  fc.assert(
    fc.property(instant, fc.nat(40), fc.nat(40), (start, wait, rest) => {
      const later = (days: number) => new Date(start.getTime() + days * 86_400_000);
      const steps = [
        event(start.toISOString(), 'received'),
        event(later(wait).toISOString(), 'awaiting_citizen'),
        event(later(wait + rest).toISOString(), 'in_progress'),
      ];
      const plain = addWorkingDays(calendar, dayOf('UTC', start), 15);
      const rested = workingDaysBetween(calendar, dayOf('UTC', later(wait)), dayOf('UTC', later(wait + rest))).slice(
        0,
        10,
      );
      const expected = dayOf('UTC', later(wait)) >= plain ? plain : addWorkingDays(calendar, plain, rested.length);
      expect(dayNamed(day(dueAt(steps)) ?? '')).toBe(expected);
    }),
  );
});

describe('a pause without an answer', () => {
  const asked = [
    event('2026-05-04T08:00:00Z', 'received', 1, 'submit'),
    event('2026-05-05T08:00:00Z', 'in_progress', 1, 'start'),
    event('2026-05-07T08:00:00Z', 'awaiting_citizen', 1, 'ask'),
  ];
  const at = (now: string) => readTimers(asked, rules, new Date(now));

  test('a question without answer pauses the timers for ten working days', () => {
    expect(at('2026-05-07T08:00:00Z').pausedUntil?.toISOString()).toBe('2026-05-22T00:00:00.000Z');
    expect(at('2026-05-21T23:59:59Z')).toMatchObject({ resolve: { state: 'paused', dueAt: null, reminders: [] } });
    const after = at('2026-05-22T00:00:00Z');
    expect(after).toMatchObject({ pausedUntil: null, resolve: { state: 'running' } });
    // Three days had gone, twelve are left from the 22nd on.
    expect(day(after.resolve.dueAt)).toBe('2026-06-08');
  });

  test('an answer after the end of the pause moves no due date', () => {
    const answered = [...asked, event('2026-06-01T08:00:00Z', 'in_progress', 1, 'answer')];
    expect(day(dueAt(answered))).toBe('2026-06-08');
  });
});

describe('the three timers', () => {
  const filed = event('2026-05-04T08:00:00Z', 'received', 1, 'submit');
  const started = event('2026-05-05T08:00:00Z', 'in_progress', 1, 'start');
  const replied = event('2026-05-06T08:00:00Z', 'in_progress', 1, 'reply');
  const at = (events: readonly TimerEvent[], now: string) => readTimers(events, rules, new Date(now));

  test('the three SLA timers run from the filing, each until it is met', () => {
    const timers = at([filed], '2026-05-04T08:00:00Z');
    expect(['acknowledge', 'reply', 'resolve'].map((it) => day(timers[it as 'reply'].dueAt))).toEqual([
      '2026-05-06',
      '2026-05-11',
      '2026-05-25',
    ]);
    const begun = at([filed, started], '2026-05-08T08:00:00Z');
    expect([begun.acknowledge.state, begun.reply.state, begun.resolve.state]).toEqual(['met', 'running', 'running']);
    const answered = at([filed, started, replied], '2026-05-08T08:00:00Z');
    expect([answered.acknowledge.state, answered.reply.state, answered.resolve.state]).toEqual([
      'met',
      'met',
      'running',
    ]);
    // The percentage stays as it was when the target was met.
    expect(answered.acknowledge.percent).toBe(begun.acknowledge.percent);
    expect(answered.resolve.percent).toBeGreaterThan(answered.reply.percent - 100);
  });

  test('reminders come level by level, the one at 100 % just after the due date', () => {
    const { resolve } = at([filed], '2026-05-04T08:00:00Z');
    expect(resolve.reminders.map((it) => it.level)).toEqual([75, 100, 150, 200]);
    expect(resolve.reminders[1]?.at.toISOString()).toBe('2026-05-26T00:00:00.000Z');
    const times = resolve.reminders.map((it) => it.at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // Fifteen days and two thirds of one: three quarters of that are 11.75 days of work.
    expect(resolve.reminders[0]?.at.toISOString()).toBe('2026-05-20T02:00:00.000Z');
  });

  test('re-opening restarts all three timers', () => {
    const again = [filed, started, event('2026-05-08T08:00:00Z', 'resolved', 1, 'resolve')];
    again.push(event('2026-06-01T08:00:00Z', 'received', 2, 'reopen'));
    const timers = at(again, '2026-06-01T08:00:00Z');
    expect([day(timers.acknowledge.dueAt), day(timers.reply.dueAt)]).toEqual(['2026-06-03', '2026-06-08']);
  });

  test('a supervisor’s extension moves only the due date of the resolution', () => {
    const extended = { ...event('2026-05-05T08:00:00Z', 'received', 1, 'extend'), data: { days: 5 } };
    const timers = at([filed, extended], '2026-05-05T08:00:00Z');
    expect([day(timers.reply.dueAt), day(timers.resolve.dueAt)]).toEqual(['2026-05-11', '2026-06-01']);
  });
});

describe('a transfer', () => {
  const filed = event('2026-05-04T08:00:00Z', 'received', 1, 'submit');
  const offered = event('2026-05-06T08:00:00Z', 'transfer_offered', 1, 'offerTransfer');
  const taken = {
    ...event('2026-05-08T08:00:00Z', 'received', 1, 'acceptTransfer'),
    data: { from: 'old', mda: 'new' },
  };

  test('a transfer resets no timer', () => {
    const plain = readTimers([filed], rules, filed.at);
    const moved = readTimers([filed, offered, taken], rules, filed.at);
    for (const kind of ['acknowledge', 'reply', 'resolve'] as const) {
      expect(moved[kind].dueAt).toEqual(plain[kind].dueAt);
    }
  });

  test('ownership periods follow from the transfers', () => {
    const now = new Date('2026-05-12T08:00:00Z');
    expect(ownershipPeriods([filed, offered, taken], 'new', calendar, now)).toEqual([
      { mdaId: 'old', since: filed.at, until: taken.at, workingDays: 4 },
      { mdaId: 'new', since: taken.at, until: null, workingDays: 2 },
    ]);
    expect(ownershipPeriods([filed], 'new', calendar, now)).toEqual([
      { mdaId: 'new', since: filed.at, until: null, workingDays: 6 },
    ]);
  });

  test('neither a pause nor the time after a resolution counts for an ownership period', () => {
    const asked = event('2026-05-05T08:00:00Z', 'awaiting_citizen', 1, 'ask');
    const answered = event('2026-05-08T08:00:00Z', 'in_progress', 1, 'answer');
    const resolved = event('2026-05-11T08:00:00Z', 'resolved', 1, 'resolve');
    const [only] = ownershipPeriods(
      [filed, asked, answered, resolved],
      'mda',
      calendar,
      new Date('2026-06-30T08:00:00Z'),
    );
    expect(only?.workingDays).toBe(2);
  });
});

test.each([
  ['sat,sun', '2026-04-24'],
  ['fri,sat', '2026-04-26'],
  ['thu,fri', '2026-04-25'],
  ['fri', '2026-04-25'],
])('with the weekend %s, one working day after Thursday 23 April is %s', (weekend, day) => {
  const egypt: WorkingCalendar = { timeZone: 'Africa/Cairo', weekend, holidays: new Set() };
  expect(addWorkingDays(egypt, dayNamed('2026-04-23'), 1)).toBe(dayNamed(day));
});

describe('an emergency', () => {
  const priority = (at: string, value: string, toState: State = 'received', cycle = 1): TimerEvent => ({
    ...event(at, toState, cycle, 'prioritise'),
    data: { priority: value },
  });
  const resolveAt = (events: readonly TimerEvent[]) =>
    readTimers(events, rules, newestOf(events)).resolve.dueAt?.toISOString();
  // A Saturday.
  const filed = event('2026-05-09T20:00:00Z', 'received');
  const raised = priority('2026-05-09T21:30:00Z', 'emergency');

  test('counts hours round the clock from the moment it became one', () => {
    const timers = readTimers([filed, raised], rules, new Date('2026-05-09T22:00:00Z'));
    expect(timers.acknowledge.dueAt?.toISOString()).toBe('2026-05-09T22:30:00.000Z');
    expect(timers.acknowledge.percent).toBe(50);
    expect(timers.acknowledge.reminders.map(({ at }) => at.toISOString().slice(11, 19))).toEqual([
      '22:15:00',
      '22:30:00',
      '23:00:00',
      '23:30:00',
    ]);
    expect(timers.reply.dueAt?.toISOString()).toBe('2026-05-10T01:30:00.000Z');
    expect(timers.resolve.dueAt?.toISOString()).toBe('2026-05-11T21:30:00.000Z');
  });

  test('goes back to working days once it is none, and gains no time by being one anew', () => {
    const lowered = priority('2026-05-09T22:00:00Z', 'high');
    expect(resolveAt([filed, raised, lowered])).toBe('2026-05-29T23:59:59.999Z');
    const again = priority('2026-05-10T22:00:00Z', 'emergency');
    expect(resolveAt([filed, raised, lowered, again])).toBe(resolveAt([filed, raised]));
  });

  test('stops its hours while the citizen is asked, and gets a day for each day it is extended by', () => {
    const asked = event('2026-05-10T06:00:00Z', 'awaiting_citizen');
    const answered = event('2026-05-10T09:00:00Z', 'in_progress');
    expect(resolveAt([filed, raised, asked])).toBeUndefined();
    expect(resolveAt([filed, raised, asked, answered])).toBe('2026-05-12T00:30:00.000Z');
    const extended = { ...event('2026-05-10T10:00:00Z', 'in_progress', 1, 'extend'), data: { days: 2 } };
    expect(resolveAt([filed, raised, asked, answered, extended])).toBe('2026-05-14T00:30:00.000Z');
  });

  test('counts from the start of a new cycle when it was one before', () => {
    const resolved = event('2026-05-10T10:00:00Z', 'resolved', 1, 'resolve');
    const reopened = event('2026-05-12T10:00:00Z', 'received', 2, 'reopen');
    expect(resolveAt([filed, raised, resolved, reopened])).toBe('2026-05-14T10:00:00.000Z');
  });
});
