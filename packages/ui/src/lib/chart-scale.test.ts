import { expect, it } from 'vitest';
import { countTicks, isLabelled, labelInterval } from './chart-scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [22, [0, 10, 20, 30]],
  [100, [0, 50, 100]],
  [4321, [0, 2000, 4000, 6000]],
])('the axis of counts up to %i has the ticks %j', (highest, ticks) => {
  expect(countTicks(highest)).toEqual(ticks);
});

it('chart labels that would touch are left out', () => {
  expect(labelInterval(40, 60)).toBe(1);
  expect(labelInterval(40, 20)).toBe(2);
  expect(labelInterval(40, 0)).toBe(40);
});

it.each([
  [1, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  [2, [0, 2, 4, 6, 8, 11]],
  [3, [0, 3, 6, 11]],
])('a chart with an interval of %i between labels still labels December', (interval, labelled) => {
  const months = Array.from({ length: 12 }, (_, index) => index);
  expect(months.filter((index) => isLabelled(index, 12, interval))).toEqual(labelled);
});
