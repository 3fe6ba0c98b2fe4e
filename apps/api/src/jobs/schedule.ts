import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { scheduledTask } from '../db/schema/tables.ts';
import type { Jobs, TaskName, TaskPayloads } from './job-types.ts';
import { repeat } from './repeat.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Tasks without a payload. */
type ScheduledTask = { [T in TaskName]: TaskPayloads[T] extends Record<string, never> ? T : never }[TaskName];

/** How often each task is due, and how long after the full period, in UTC. */
const schedule: Readonly<Record<ScheduledTask, { readonly every: number; readonly after: number }>> = {
  'recover-jobs': { every: minute, after: 20 * second },
  'compact-counts': { every: minute, after: 0 },
  'process-sla-reminders': { every: 5 * minute, after: 0 },
  'send-digests': { every: hour, after: minute },
  'clean-up': { every: hour, after: 17 * minute },
  'publish-numbers': { every: hour, after: 29 * minute },
  'apply-retention': { every: day, after: 3 * hour + 41 * minute },
};

/** Seconds that the clocks of computers may differ by. */
const tolerance = 90;

/** Enqueues each scheduled task once a period, on however many servers. The returned function ends it. */
export function startSchedule(db: Database, jobs: Jobs, clock = Date.now): () => Promise<void> {
  const enqueued = new Map<ScheduledTask, number>();
  const enqueueDue = async () => {
    const now = clock();
    for (const [task, { every, after }] of Object.entries(schedule) as [
      ScheduledTask,
      { every: number; after: number },
    ][]) {
      const dueAt = Math.floor((now - after) / every) * every + after;
      if (enqueued.get(task) === dueAt) continue;
      await enqueueOnce(db, jobs, task, new Date(dueAt), new Date(now));
      enqueued.set(task, dueAt);
    }
  };
  return repeat(second, enqueueDue);
}

/** Enqueues a task unless that was done for this or a later period; a later one than now was noted by a clock ahead. */
async function enqueueOnce(db: Database, jobs: Jobs, task: ScheduledTask, dueAt: Date, now: Date): Promise<void> {
  const latest = sql`${now.toISOString()}::timestamptz + make_interval(secs => ${tolerance}::int)`;
  const { lastDueAt } = scheduledTask;
  await db.execute(sql`
    with due as (
      insert into ${scheduledTask} (task, last_due_at) values (${task}, ${dueAt.toISOString()}::timestamptz)
      on conflict (task) do update set last_due_at = excluded.last_due_at
        where ${lastDueAt} < excluded.last_due_at or ${lastDueAt} > ${latest}
      returning 1)
    select ${jobs.call(task, {})} is not null as enqueued from due`);
}
