import { expect, it } from 'vitest';
import { greet } from './greeting.ts';

it.each([
  [0, 'Welcome'],
  [4, 'Welcome'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [21, 'Good evening'],
  [22, 'Welcome'],
])('the greeting at %i o’clock is %s', (hour, words) => {
  const now = new Date(2024, 4, 8, hour, 59);
  expect([greet(undefined, now), greet('Ada', now)]).toEqual([words, `${words}, Ada`]);
});
