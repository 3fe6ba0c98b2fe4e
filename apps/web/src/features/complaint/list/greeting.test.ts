import { expect, it } from 'vitest';
import { dayPart } from './greeting.ts';

it.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [16, 'afternoon'],
  [17, 'evening'],
  [23, 'evening'],
])('greets at %i o’clock with good %s', (hour, part) => {
  expect(dayPart(new Date(2024, 4, 8, hour, 59))).toBe(part);
});
