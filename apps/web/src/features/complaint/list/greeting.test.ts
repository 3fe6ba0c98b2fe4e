import { expect, it } from 'vitest';
import { dayPart } from './greeting.ts';

it.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [16, 'afternoon'],
  [17, 'evening'],
  [21, 'evening'],
  [22, 'night'],
])('greets at %i o’clock for the %s', (hour, part) => {
  expect(dayPart(new Date(2024, 4, 8, hour, 59))).toBe(part);
});
