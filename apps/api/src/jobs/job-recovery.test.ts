import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { careForJobs, forgetWorkAhead, hastenJobs, releaseAllJobs, releaseStuckJobs } from './job-recovery.ts';
import { keepRunning } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.services.db.execute(sql`delete from graphile_worker._private_jobs`));

/** A job that a process took so many minutes ago. */
async function lock(task: string, minutes: number): Promise<void> {
  const { db } = test.services;
  await db.execute(sql`select graphile_worker.add_job(${task})`);
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - make_interval(mins => ${minutes})
    where locked_at is null`);
}

async function locked(): Promise<number> {
  const { rows } = await test.services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker._private_jobs where locked_at is not null`,
  );
  return rows[0]!.count;
}

it.each([
  ['a mail of just now', 'send-mail', 1, 1],
  ['a mail of a process that must be gone', 'send-mail', 6, 0],
  ['work that takes its time', 'recompute-clocks', 60, 1],
  ['work of a time that is yet to come', 'recompute-clocks', -60, 0],
])('%s (%s, %i minutes ago) stays locked in %i case', async (_, task, minutes, left) => {
  await lock(task, minutes);
  await releaseStuckJobs(test.services.db);
  expect(await locked()).toBe(left);
});

it('whoever knows to be the only one gives back everything', async () => {
  await lock('recompute-clocks', 1);
  await releaseAllJobs(test.services.db);
  expect(await locked()).toBe(0);
});

it.each([
  ['was put in by a clock that is ahead', 0, 60, 0],
  ['waits for its next try', 1, 60, 1],
  ['was put in by a clock that is a minute off', 0, 1, 1],
])('work that %s (tries: %i, due in %i min) waits on in %i case', async (_, tries, minutes, left) => {
  const { db } = test.services;
  await db.execute(sql`select graphile_worker.add_job('watch-clocks',
    run_at => now() + make_interval(mins => ${minutes}::int))`);
  await db.execute(sql`update graphile_worker._private_jobs set attempts = ${tries}::int`);
  await hastenJobs(db);
  const { rows } = await db.execute(
    sql`select count(*)::int as count from graphile_worker._private_jobs where run_at > now()`,
  );
  expect(rows).toEqual([{ count: left }]);
});

it('regular work that is noted as done in a year begins again from now, and other work does not begin twice', async () => {
  const { db } = test.services;
  const now = new Date('2026-05-05T10:00:00Z');
  const table = sql`graphile_worker._private_known_crontabs`;
  const note = (name: string, at: string) =>
    db.execute(sql`insert into ${table} (identifier, known_since, last_execution) values (${name}, now(), ${at})`);
  await note('ahead', '2027-05-05T10:00:00Z');
  await note('done', '2026-05-05T10:01:00Z');
  await forgetWorkAhead(db, now);
  const { rows } = await db.execute(
    sql`select last_execution = ${now.toISOString()}::timestamptz as now from ${table}
      where identifier in ('ahead', 'done') order by identifier`,
  );
  expect(rows).toEqual([{ now: true }, { now: false }]);
});

it('a clock that is set back begins regular work anew, and one that goes on or is set ahead does not', async () => {
  let [offset, begun, looks] = [0, 0, 0];
  const begin = async () => {
    begun += 1;
    const ended = Promise.withResolvers<void>();
    return { promise: ended.promise, stop: async () => ended.resolve() };
  };
  const log = Fastify().log;
  const running = await keepRunning(begin, log, 1);
  const clock = () => {
    looks += 1;
    return Date.now() + offset;
  };
  const leave = careForJobs({ db: test.services.db, log, restart: running.restart, every: 5, clock });
  const look = () => expect.poll(() => looks).toBeGreaterThan(looks + 2);
  await look();
  offset = 3_600_000;
  await look();
  expect(begun).toBe(1);
  offset = 0;
  await expect.poll(() => begun).toBe(2);
  leave();
  await sleep(20);
  const last = looks;
  await sleep(20);
  expect(looks).toBe(last);
  await running.stop();
});
