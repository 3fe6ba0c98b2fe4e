import { expect, test } from 'vitest';
import { isBurst } from './burst.ts';

test.each([
  [4, 0, false],
  [5, 0, true],
  [5, 0.5, true],
  [5, 1, false],
  [6, 1, true],
  [17, 1.2, true],
  [20, 10, false],
  [23, 10, true],
  [1_100, 1_000, true],
  [1_090, 1_000, false],
  [3, 1_000, false],
])('%i complaints, where %d are usual, are a burst: %s', (count, usual, expected) => {
  expect(isBurst(count, usual)).toBe(expected);
});
