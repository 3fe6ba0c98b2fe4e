import { expect, test } from 'vitest';
import { hiddenRows } from './report.store.ts';

test.each([
  ['nothing where every row has enough', [5, 9, 12], []],
  ['no row without complaints', [0, 9], []],
  ['small rows that are enough together', [2, 3, 9], [0, 1]],
  ['a second row where one small row could be computed from the total', [4, 20, 6], [0, 2]],
  ['both of two where one is small', [4, 5], [0, 1]],
  ['a row that is alone and small', [3], [0]],
])('a report hides %s', (_, counts, hidden) => {
  expect([...hiddenRows(counts)].toSorted((a, b) => a - b)).toEqual(hidden);
});
