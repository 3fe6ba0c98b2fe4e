import { beforeEach, expect, it } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { scheduledTask } from '../db/schema/tables.ts';
import { startSchedule } from './jobs.ts';

const test = sharedTestApp();
beforeEach(async () => {
  await test.pool.query('delete from graphile_worker._private_jobs');
  await test.services.db.delete(scheduledTask);
});

const noon = Date.UTC(2026, 4, 5, 12, 0, 10);

/** Lists the jobs of a task that were enqueued so far. */
async function jobsOf(task: string): Promise<number> {
  const { rowCount } = await test.pool.query('select from graphile_worker.jobs where task_identifier = $1', [task]);
  return rowCount ?? 0;
}

/** Runs the schedules of several servers at an instant, until each has enqueued the due tasks. */
async function runAt(now: number, servers = 1): Promise<void> {
  const seen = Array.from({ length: servers }, () => 0);
  const stops = seen.map((_, server) =>
    startSchedule(test.services, () => {
      seen[server]! += 1;
      return now;
    }),
  );
  await expect.poll(() => Math.min(...seen), { timeout: 10_000 }).toBeGreaterThan(1);
  for (const stop of stops) await stop();
}

const minute = 60_000;

it('two servers enqueue a task once a period', async () => {
  await runAt(noon, 2);
  expect(await jobsOf('process-sla-reminders')).toBe(1);

  await runAt(noon + 4 * minute, 2);
  expect(await jobsOf('process-sla-reminders')).toBe(1);
  await runAt(noon + 5 * minute, 2);
  expect(await jobsOf('process-sla-reminders')).toBe(2);
});

it('a task missed while no server ran is enqueued once', async () => {
  await runAt(noon);
  await runAt(noon + 3 * 24 * 60 * minute);
  expect(await jobsOf('apply-retention')).toBe(2);
});

it('a task enqueued by a clock a year ahead is enqueued again, and no other task is', async () => {
  await runAt(noon + minute);
  await runAt(noon);
  expect(await jobsOf('compact-counts')).toBe(1);

  await runAt(noon + 365 * 24 * 60 * minute);
  await runAt(noon);
  expect(await jobsOf('compact-counts')).toBe(3);
});
