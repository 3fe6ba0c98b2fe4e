import pino from 'pino';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { checkClock } from './check-clock.ts';

const api = sharedTestApp();

/** Checks a clock that is ahead by some seconds. Returns the measure and the logged lines. */
async function check(ahead: number) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await checkClock({ ...api.services, log }, () => Date.now() + ahead * 1_000);
  return { measured: (await api.services.metrics.clockDifference.get()).values[0]?.value, lines };
}

test.each([3 * 3_600, -40])('a clock that is %i s ahead of the database is measured and logged', async (ahead) => {
  const { measured, lines } = await check(ahead);
  expect(measured).toBeCloseTo(ahead, -1);
  expect(lines).toEqual([expect.stringContaining('The clock differs from that of the database')]);
});

test('a clock that agrees with the database is measured and not logged', async () => {
  const { measured, lines } = await check(0);
  expect(Math.abs(measured ?? 99)).toBeLessThan(5);
  expect(lines).toEqual([]);
});
