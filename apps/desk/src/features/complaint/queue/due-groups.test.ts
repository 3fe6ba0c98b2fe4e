import { expect, it } from 'vitest';
import { dueGroupOf, groupByDue } from './due-groups.ts';
import { stacked } from './stacks.ts';

// Local time, since days are those of the device.
const now = new Date(2024, 4, 8, 10);
const at = (...time: [number, number, number, number?, number?]) => new Date(2024, ...time).toISOString();
const open = (dueAt: string | null) => ({ state: 'in_progress', dueAt }) as const;

it.each([
  [at(4, 8, 9, 59), 'late'],
  [at(4, 8, 10), 'today'],
  [at(4, 8, 23, 59), 'today'],
  [at(4, 9, 0), 'later'],
])('a complaint due at %s is grouped under %s', (dueAt, group) => {
  expect(dueGroupOf(open(dueAt), now)).toBe(group);
});

it('a queue groups complaints awaiting the citizen under later, and closed ones apart', () => {
  expect(dueGroupOf({ state: 'awaiting_citizen', dueAt: null }, now)).toBe('later');
  expect(dueGroupOf({ state: 'resolved', dueAt: null }, now)).toBe('closed');
});

it('only the last group of a queue is incomplete while more pages follow', () => {
  const rows = [at(4, 1, 0), at(4, 2, 0), at(4, 9, 0)].map((due) => ({ ...open(due), id: due }));
  const countsOf = (hasMore: boolean) =>
    groupByDue(stacked(rows), now, hasMore).map(({ group, stacks, complete }) => [group, stacks.length, complete]);

  expect(countsOf(true)).toEqual([
    ['late', 2, true],
    ['later', 1, false],
  ]);
  expect(countsOf(false)).toEqual([
    ['late', 2, true],
    ['later', 1, true],
  ]);
});
