import type { State } from '@baraza/contract/complaint/lifecycle';
import { expect, test } from 'vitest';
import type { TimerEvent } from './sla-timer.ts';
import { countCustody, custodiesOf } from './custody.ts';

/** Five working days to resolve; 2026-06-01 is a Monday. */
const rules = {
  calendar: { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set<number>() },
  targets: { acknowledge: 1, reply: 2, resolve: 5 },
  emergency: { acknowledge: 1, reply: 2, resolve: 5 },
};
const june = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-07-01T00:00:00Z') };
const july = { from: june.to, to: new Date('2026-08-01T00:00:00Z') };

function event(day: string, action: string, toState: State, more: Partial<TimerEvent> = {}): TimerEvent {
  return { at: new Date(`2026-${day}T09:00:00Z`), action, toState, cycle: 1, data: null, ...more };
}
const moved = (day: string, from: string, mda: string) =>
  event(day, 'acceptTransfer', 'received', { data: { from, mda } });

/** Counts each custody in a month. */
const countsOf = (events: TimerEvent[], mdaId = 'water', month = june) =>
  custodiesOf(events, mdaId).map((custody) => ({ mdaId: custody.mdaId, ...countCustody(custody, rules, month) }));
const nothing = {
  received: false,
  reopened: false,
  due: false,
  kept: false,
  days: null,
  resolved: false,
  answer: null,
};

test('a complaint resolved in time counts for its MDA as due and kept', () => {
  const events = [event('06-01', 'submit', 'received'), event('06-08', 'resolve', 'resolved')];
  expect(countsOf(events)).toEqual([
    {
      mdaId: 'water',
      received: true,
      reopened: false,
      due: true,
      kept: true,
      days: 5,
      resolved: true,
      answer: null,
    },
  ]);
});

test('a late complaint counts once, in the month in which its time ran out', () => {
  const events = [event('06-22', 'submit', 'received'), event('07-06', 'resolve', 'resolved')];
  expect(countsOf(events)).toMatchObject([{ due: true, kept: false, resolved: false, days: null }]);
  const inJuly = { received: false, due: false, kept: false, resolved: true, days: 10 };
  expect(countsOf(events, 'water', july)).toMatchObject([inJuly]);
});

test('events after a month do not change its counts', () => {
  const events = [event('06-29', 'submit', 'received'), event('07-01', 'resolve', 'resolved')];
  expect(countsOf(events)).toMatchObject([{ received: true, due: false, kept: false }]);
  expect(countsOf(events, 'water', july)).toMatchObject([{ received: false, due: true, kept: true }]);
});

test('each MDA is counted for the time in which it had the complaint', () => {
  const events = [
    event('06-01', 'submit', 'received'),
    moved('06-15', 'water', 'roads'),
    event('06-18', 'resolve', 'resolved'),
  ];
  expect(countsOf(events, 'roads')).toEqual([
    {
      mdaId: 'water',
      received: true,
      reopened: false,
      due: true,
      kept: false,
      days: 10,
      resolved: false,
      answer: null,
    },
    {
      mdaId: 'roads',
      received: true,
      reopened: false,
      due: true,
      kept: true,
      days: 3,
      resolved: true,
      answer: null,
    },
  ]);
});

test('an MDA that transfers a complaint in time has nothing due', () => {
  const events = [event('06-01', 'submit', 'received'), moved('06-03', 'water', 'roads')];
  expect(countsOf(events, 'roads')[0]).toEqual({ ...nothing, mdaId: 'water', received: true, days: 2 });
});

test('time spent waiting for the citizen does not count for the MDA', () => {
  const events = [
    event('06-01', 'submit', 'received'),
    event('06-02', 'ask', 'awaiting_citizen'),
    event('06-09', 'answer', 'in_progress'),
    event('06-12', 'resolve', 'resolved'),
  ];
  expect(countsOf(events)).toMatchObject([{ due: true, kept: true }]);
});

test('a re-opening is counted anew for the MDA, and the first resolution still counts as in time', () => {
  const events = [
    event('06-01', 'submit', 'received'),
    event('06-03', 'resolve', 'resolved'),
    event('06-10', 'reopen', 'received', { cycle: 2 }),
    event('06-24', 'resolve', 'resolved', { cycle: 2 }),
  ];
  expect(countsOf(events)).toMatchObject([
    { received: true, reopened: false, due: true, kept: true },
    { received: false, reopened: true, due: true, kept: false },
  ]);
});

test('an upheld appeal counts for the MDA neither as received nor as re-opened', () => {
  const events = [
    event('06-01', 'submit', 'received'),
    event('06-03', 'reject', 'rejected'),
    event('06-08', 'appeal', 'appeal'),
    event('06-10', 'upholdAppeal', 'received', { cycle: 2 }),
    event('06-12', 'resolve', 'resolved', { cycle: 2 }),
  ];
  expect(countsOf(events)).toMatchObject([
    { received: true, reopened: false, due: false },
    { received: false, reopened: false, due: true, kept: true },
  ]);
});

test.each<[string, State]>([
  ['withdraw', 'withdrawn'],
  ['reject', 'rejected'],
])('an MDA whose complaint ends with %s in time has nothing due', (action, state) => {
  const events = [event('06-01', 'submit', 'received'), event('06-03', action, state)];
  expect(countsOf(events)).toEqual([{ ...nothing, mdaId: 'water', received: true, days: 2 }]);
});

test('a complaint filed after the month is not counted', () => {
  expect(countsOf([event('07-01', 'submit', 'received')])).toEqual([{ ...nothing, mdaId: 'water' }]);
});

const resolved = [event('06-01', 'submit', 'received'), event('06-03', 'resolve', 'resolved')];
const [yes, revoked] = [
  event('06-04', 'confirmResolution', 'resolved'),
  event('06-05', 'revokeConfirmation', 'resolved'),
];
test.each<[string, TimerEvent[], 'yes' | 'no' | null]>([
  ['silence', [], null],
  ['Yes', [yes], 'yes'],
  ['Yes, taken back', [yes, revoked], null],
  ['Yes, and re-opened', [yes, event('06-10', 'reopen', 'received', { cycle: 2 })], 'no'],
  ['an appeal', [event('06-10', 'appeal', 'appeal')], 'no'],
  [
    'an appeal that was declined',
    [event('06-10', 'appeal', 'appeal'), event('06-12', 'declineAppeal', 'resolved')],
    'no',
  ],
  ['Yes after the month', [event('07-02', 'confirmResolution', 'resolved')], null],
  ['a re-opening after the month', [event('07-02', 'reopen', 'received', { cycle: 2 })], null],
])('the citizen’s answer to a resolution is counted after %s', (_, events, answer) => {
  expect(countsOf([...resolved, ...events])[0]).toMatchObject({ resolved: true, answer });
});

test('a citizen’s answer counts only in the month of the resolution', () => {
  expect(countsOf([...resolved, event('07-02', 'confirmResolution', 'resolved')], 'water', july)).toMatchObject([
    { resolved: false, answer: null },
  ]);
});
