import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { recoverJobs, releaseAllJobs } from './job-recovery.ts';

const test = sharedTestApp();
beforeEach(() => test.services.db.execute(sql`delete from graphile_worker._private_jobs`));

/** Adds a job that a process locked this many minutes ago. */
async function addLocked(minutes: number): Promise<void> {
  const { db } = test.services;
  await db.execute(sql`select graphile_worker.add_job('recompute-sla-timers')`);
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - make_interval(mins => ${minutes}::int)`);
}

async function count(condition: string): Promise<number> {
  const { rows } = await test.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where ${condition}`,
  );
  return rows[0]!.count;
}

it.each([
  ['a long job stays locked', 60, 1],
  ['a job that was locked by a clock ahead is released', -60, 0],
])('%s', async (_, minutes, locked) => {
  await addLocked(minutes);
  await recoverJobs(test.services.db);
  expect(await count('locked_at is not null')).toBe(locked);
});

it('the only server releases every job when it starts', async () => {
  await addLocked(1);
  await releaseAllJobs(test.services.db);
  expect(await count('locked_at is not null')).toBe(0);
});

it.each([
  ['a job that was enqueued by a clock ahead is due at once', 0, 60, 0],
  ['a job that failed waits for its next try', 1, 60, 1],
  ['a job that was enqueued by a clock a minute ahead waits', 0, 1, 1],
])('%s', async (_, attempts, minutes, later) => {
  const { db } = test.services;
  await db.execute(sql`select graphile_worker.add_job('process-sla-reminders',
    run_at => now() + make_interval(mins => ${minutes}::int))`);
  await db.execute(sql`update graphile_worker._private_jobs set attempts = ${attempts}::int`);
  await recoverJobs(db);
  expect(await count('run_at > now()')).toBe(later);
});
