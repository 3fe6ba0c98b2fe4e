import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { type SharedCounts, startSharedCounts } from './shared-counts.ts';

let database: TestDatabase;
const started: SharedCounts[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(started.map((counts) => counts.stop()));
  await database.drop();
});

function start(db = database.db): SharedCounts {
  const counts = startSharedCounts(db, pino({ level: 'silent' }));
  started.push(counts);
  return counts;
}

const use = (counts: SharedCounts, parts: readonly string[], rate: { max: number; seconds: number }, times: number) => {
  let allowed = 0;
  for (let count = 0; count < times; count += 1) if (counts.use(parts, rate).current <= rate.max) allowed += 1;
  return allowed;
};
const rows = async () => {
  const found = await database.pool.query<{ uses: number }>('select uses from throttle order by uses');
  return found.rows.map(({ uses }) => uses);
};

it('holds one limit for two servers, as exactly as it says', async () => {
  const [one, other] = [start(), start()];
  const rate = { max: 1_000, seconds: 60 };
  const parts = ['network', '192.0.2.1'];
  let allowed = 0;
  // Three times the limit, in turns, as two servers behind a proxy get it.
  for (let round = 0; round < 30; round += 1) {
    allowed += use(one, parts, rate, 50) + use(other, parts, rate, 50);
    await Promise.all([one.settle(), other.settle()]);
  }
  expect(allowed).toBeGreaterThanOrEqual(1_000);
  expect(allowed).toBeLessThanOrEqual(1_000 + 2 * 50);
  expect(one.use(parts, rate).ttl).toBeLessThanOrEqual(60_000);
});

it('writes nothing of whoever uses little, and one row of whoever uses much', async () => {
  await database.pool.query('delete from throttle');
  const counts = start();
  const rate = { max: 1_000, seconds: 60 };
  for (let number = 0; number < 500; number += 1) use(counts, ['network', `10.0.0.${number}`], rate, 19);
  await counts.settle();
  expect(await rows()).toEqual([]);
  use(counts, ['network', '10.0.0.7'], rate, 1);
  await counts.settle();
  await counts.settle();
  expect(await rows()).toEqual([20]);
});

it('forgets nobody while five thousand networks make ten different calls', () => {
  const counts = start();
  const rate = { max: 1_000, seconds: 600 };
  const slow = ['network', '192.0.2.77'];
  use(counts, slow, rate, 500);
  for (let network = 0; network < 5_000; network += 1)
    for (let call = 0; call < 10; call += 1) use(counts, [`10.0.${network >> 8}.${network & 255}`, `${call}`], rate, 1);
  expect(counts.use(slow, rate).current).toBe(501);
});

it('begins a new window when the old one is over', async () => {
  const [one, other] = [start(), start()];
  const rate = { max: 5, seconds: 1 };
  const parts = ['session', 'a'];
  use(one, parts, rate, 5);
  await one.settle();
  use(other, parts, rate, 1);
  await other.settle();
  expect(other.use(parts, rate).current).toBe(7);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(other.use(parts, rate).current).toBe(1);
  await other.settle();
  expect(one.use(parts, rate).current).toBe(1);
});

it('goes on by itself while the database is away, and tells later what it counted', async () => {
  const counts = start();
  const rate = { max: 3, seconds: 60 };
  const parts = ['session', 'outage'];
  await database.pool.query('alter table throttle rename to gone');
  expect(use(counts, parts, rate, 2)).toBe(2);
  await counts.settle();
  expect(use(counts, parts, rate, 2)).toBe(1);
  await counts.settle();
  await database.pool.query('alter table gone rename to throttle');
  await database.db.execute(sql`delete from throttle`);
  await counts.settle();
  expect(await rows()).toEqual([4]);
});
