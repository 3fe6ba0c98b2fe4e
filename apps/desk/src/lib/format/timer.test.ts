import { expect, it } from 'vitest';
import { formatSpan, readTimer } from './timer.ts';

const base = {
  state: 'received',
  cycle: 1,
  submittedDate: '2024-05-01T00:00:00Z',
  dueAt: '2024-05-11T00:00:00Z',
} as const;
const at = (instant: string) => new Date(instant);

it('a timer shows the share of time that is left', () => {
  expect(readTimer(base, at('2024-05-06T00:00:00Z'))).toEqual({ state: 'normal', share: 50, minutes: 7200 });
});

it('a timer turns amber below a quarter of its time', () => {
  expect(readTimer(base, at('2024-05-08T12:00:00Z'))?.state).toBe('normal');
  expect(readTimer(base, at('2024-05-09T00:00:00Z'))?.state).toBe('soon');
});

it('a timer turns amber below four hours, however short it is', () => {
  const short = { ...base, submittedDate: '2024-05-10T19:00:00Z' };
  expect(readTimer(short, at('2024-05-10T19:30:00Z'))).toMatchObject({ state: 'normal', share: 90 });
  expect(readTimer(short, at('2024-05-10T20:00:01Z'))).toMatchObject({ state: 'soon', share: 80 });
});

it('a timer is due at its date and late after it', () => {
  expect(readTimer(base, at('2024-05-11T00:00:00Z'))).toMatchObject({ state: 'soon', minutes: 0 });
  expect(readTimer(base, at('2024-05-12T04:00:00Z'))).toEqual({ state: 'late', share: 0, minutes: -1680 });
});

it('a timer is paused while the citizen must answer, and is not shown once it stopped', () => {
  expect(readTimer({ ...base, state: 'awaiting_citizen', dueAt: null }, at('2024-05-06T00:00:00Z'))?.state).toBe(
    'paused',
  );
  // The pause ends with the time to answer.
  expect(readTimer({ ...base, state: 'awaiting_citizen' }, at('2024-05-06T00:00:00Z'))?.state).not.toBe('paused');
  for (const state of ['resolved', 'rejected', 'withdrawn'] as const) {
    expect(readTimer({ ...base, state }, at('2024-05-06T00:00:00Z'))).toBeNull();
  }
  expect(readTimer({ ...base, dueAt: null }, at('2024-05-06T00:00:00Z'))).toBeNull();
});

it('a timer of a later cycle is measured from the start of that cycle', () => {
  const again = { ...base, cycle: 2, submittedDate: '2023-01-01T00:00:00Z' };
  expect(readTimer(again, at('2024-05-06T00:00:00Z'))?.share).toBe(24);
  expect(readTimer(again, at('2024-05-06T00:00:00Z'), '2024-05-05T00:00:00Z')?.share).toBe(83);
});

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [125, '2 h 05 min'],
  [1440, '1 d'],
  [1680, '1 d 4 h'],
  [-1680, '1 d 4 h'],
  [7 * 1440 + 300, '7 d'],
])('a timer writes a span of %i minutes as %s', (minutes, expected) => {
  expect(formatSpan(minutes)).toBe(expected);
});
