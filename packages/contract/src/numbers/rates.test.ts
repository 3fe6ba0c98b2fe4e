import { expect, test } from 'vitest';
import { confirmedRates } from './rates.ts';

test('the bounds of a confirmed rate count unanswered surveys as all no or all yes', () => {
  expect(confirmedRates({ resolved: 665, answers: { yes: 185, no: 110 } })).toEqual({
    answered: 295,
    rate: 63,
    worst: 28,
    best: 83,
  });
});

test.each([
  { resolved: 100, answers: { yes: 10, no: 5 } },
  { resolved: 20, answers: { yes: 5, no: 15 } },
  { resolved: 100, answers: { yes: 80, no: 5 } },
  { resolved: 20, answers: { yes: 15, no: 15 } },
  { resolved: 100, answers: null },
])('no rate is given for too few answers, or more than resolutions after rounding: %o', (counts) => {
  expect(confirmedRates(counts)).toBeNull();
});
