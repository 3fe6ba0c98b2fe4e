import { expect, it } from 'vitest';
import { secondsLeft } from './resend-code.tsx';

it.each([
  [0, 60],
  [1, 60],
  [1000, 59],
  [30_000, 30],
  [59_001, 1],
  [60_000, 0],
  [600_000, 0],
  // The clock was set back.
  [-5000, 60],
  [-500_000, 60],
])('after %i ms another code can be asked for in %i s', (passed, left) => {
  expect(secondsLeft(1_000_000, 1_000_000 + passed)).toBe(left);
});
