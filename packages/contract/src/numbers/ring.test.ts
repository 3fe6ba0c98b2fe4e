import { expect, test } from 'vitest';
import { ringPaths } from './ring.ts';

const dots = (path: string) => path.split('h0').slice(0, -1);

test.each([0, 1, 59, 100])('the ring has 100 different dots, %i of them for those who say solved', (solved) => {
  const { said, notYet } = ringPaths(solved);
  expect(dots(said)).toHaveLength(solved);
  expect(new Set([...dots(said), ...dots(notYet)]).size).toBe(100);
});

test('the ring stays below 6 kB', () => {
  const { said, notYet } = ringPaths(59);
  expect(said.length + 2 * notYet.length).toBeLessThan(5000);
});
