import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, runMigrations, type Runner, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type Database, maintenancePool } from '../db/database.ts';
import { asOwner } from '../db/migrate.ts';
import { awayPause, type Lane, lanes, releaseMails } from '../mail/outbox.store.ts';
import { sendMails } from '../mail/send-mails.ts';
import { sendAnnouncements } from '../realtime/send-announcements.ts';
import type { Services } from '../services.ts';
import { clockTolerance, releaseAllJobs } from './job-recovery.ts';
import type { Jobs, TaskName, TaskPayloads } from './job-types.ts';
import { repeat } from './repeat.ts';
import { scheduledTask } from '../db/schema/tables.ts';

/** Some two days of tries at growing intervals. */
const maxAttempts = 20;

/** Job queue of graphile-worker on the same PostgreSQL. */
export const jobs: Jobs = {
  async add(db, task, payload, plan) {
    await db.execute(sql`select ${jobs.call(task, payload, plan)}`);
  },
  call(task, payload, plan) {
    return sql`graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts}::int,
      job_key => ${plan ? `${task}:${plan.key}` : null}::text, run_at => ${plan?.runAt.toISOString() ?? null}::timestamptz)`;
  },
  async remove<T extends TaskName>(db: Database, task: T, key: string) {
    const { rows } = await db.execute<{ payload: TaskPayloads[T]; running: boolean }>(sql`
      select payload, locked_at is not null as running from graphile_worker.remove_job(${`${task}:${key}`}::text)`);
    const [job] = rows;
    return job?.payload && !job.running ? job.payload : undefined;
  },
};

export type Work = { readonly [T in TaskName]: (services: Services, payload: TaskPayloads[T]) => Promise<void> };

/** Wraps the work for the job library, with traces and metrics. */
export function taskList(services: Services, work: Work): TaskList {
  const entries = Object.entries(work) as [TaskName, (services: Services, payload: never) => Promise<void>][];
  const { jobRuns } = services.metrics;
  const run = async (name: TaskName, work: () => Promise<void>) => {
    try {
      await (services.tracing?.job(name, work) ?? work());
      jobRuns.inc({ task: name, outcome: 'done' });
    } catch (error) {
      jobRuns.inc({ task: name, outcome: 'failed' });
      throw error;
    }
  };
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (payload) => run(name, () => task(services, payload as never))]),
  );
}

/** Creates or migrates the tables of the job library. */
export async function migrateJobs(pool: pg.Pool, log: FastifyBaseLogger): Promise<void> {
  const maintenance = maintenancePool(pool);
  try {
    await asOwner(() => runMigrations({ pgPool: maintenance, logger: quiet(log) }));
  } finally {
    await maintenance.end();
  }
}

const announceEvery = 100;
const mailEvery = 500;

/** Starts the worker, the schedule, and the senders of mails and announcements. `stop` waits for jobs under way. */
export async function startWorker(services: Services, work: Work, pool: pg.Pool): Promise<{ stop(): Promise<void> }> {
  const { db, log, settings } = services;
  // With the embedded database no other process runs jobs, so every lock is stale.
  if (settings.databaseUrl === undefined) {
    await releaseAllJobs(db);
    await releaseMails(db);
  }
  const begin = async () => {
    const runner = await run({
      pgPool: pool,
      taskList: taskList(services, work),
      parsedCronItems: [],
      concurrency: 2,
      pollInterval: 2_000,
      noHandleSignals: true,
      logger: quiet(log),
      // In batches, a database that goes away as a job is done ends the worker only, which is restarted; one by one,
      // it would end this process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { stop: () => runner.stop(), promise: Promise.race([runner.promise, failureOf(runner)]) };
  };
  const running = await keepRunning(begin, log);
  const stops = [
    startSchedule(services),
    repeat(services, 'announcements', announceEvery, () => sendAnnouncements(db)),
    // Codes do not wait for other mails, nor notices of an account or complaint for bulk mail.
    ...Object.entries(lanes).map(([name, lane]) =>
      repeat(services, `mails: ${name}`, mailEvery, (signal) => sendOrWait(services, lane, signal)),
    ),
    () => running.stop(),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Sends the due mails of a lane; pauses if the mail server is away. */
async function sendOrWait(services: Services, lane: Lane, signal: AbortSignal): Promise<void> {
  const isServerThere = await sendMails(services, lane, signal);
  if (!isServerThere) await sleep(awayPause * 1_000, undefined, { signal });
}

/** Rejects soon after a runner failed. After two failed batches it never ends by itself. */
function failureOf({ events }: Runner): Promise<never> {
  return new Promise((_, reject) => {
    events.once('pool:fatalError', ({ error }) => setTimeout(() => reject(error as Error), 10_000).unref());
  });
}

type Started = Pick<Runner, 'promise' | 'stop'>;

/** Starts a runner again whenever it ends, until it is stopped. */
export async function keepRunning(begin: () => Promise<Started>, log: FastifyBaseLogger, restartAfter = 5_000) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort');
  let runner: Started | undefined = await begin();
  const watch = async () => {
    while (!signal.aborted) {
      await Promise.race([runner?.promise, stopped]).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'The worker ended; it is started again.');
      });
      if (signal.aborted) break;
      runner = undefined;
      await sleep(restartAfter, undefined, { signal }).catch(() => {});
      if (!signal.aborted) runner = await begin().catch(() => undefined);
    }
    // Nothing awaits the runner's end any more.
    runner?.promise.catch(() => {});
    await runner?.stop();
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      // A starting runner can be stopped only once it has started.
      await watching;
    },
  };
}

/** Logs the library's errors and warnings; the rest, every poll and job, only at level trace. */
export function quiet(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, text) => {
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
    else log.trace(text);
  });
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type ScheduledTask = { [T in TaskName]: TaskPayloads[T] extends Record<string, never> ? T : never }[TaskName];

/** How often each task is due, and how long after the full period, in UTC. */
const schedule: Readonly<Record<ScheduledTask, { readonly every: number; readonly after: number }>> = {
  'recover-jobs': { every: minute, after: 20 * second },
  'answer-messages': { every: minute, after: 40 * second },
  'receive-mails': { every: minute, after: 10 * second },
  'compact-counts': { every: minute, after: 0 },
  'process-sla-reminders': { every: 5 * minute, after: 0 },
  'find-bursts': { every: 10 * minute, after: 2 * minute },
  'send-digests': { every: hour, after: minute },
  'send-summaries': { every: hour, after: 3 * minute },
  'clean-up': { every: hour, after: 17 * minute },
  'publish-numbers': { every: hour, after: 29 * minute },
  'apply-retention': { every: day, after: 3 * hour + 41 * minute },
};

/** Enqueues each scheduled task once a period across all servers. The returned function ends it. */
export function startSchedule(services: Services, clock = Date.now): () => Promise<void> {
  const { db, jobs } = services;
  const enqueued = new Map<ScheduledTask, number>();
  const enqueueDue = async () => {
    const now = clock();
    for (const task of Object.keys(schedule) as ScheduledTask[]) {
      const { every, after } = schedule[task];
      const dueAt = Math.floor((now - after) / every) * every + after;
      if (enqueued.get(task) === dueAt) continue;
      await enqueueOnce(db, jobs, task, new Date(dueAt), new Date(now));
      enqueued.set(task, dueAt);
    }
  };
  return repeat(services, 'schedule', second, enqueueDue);
}

/** Enqueues a task unless that was done for this or a later period. Periods in the future come from a clock ahead and do not count. */
async function enqueueOnce(db: Database, jobs: Jobs, task: ScheduledTask, dueAt: Date, now: Date): Promise<void> {
  const latest = sql`${now.toISOString()}::timestamptz + make_interval(secs => ${clockTolerance}::int)`;
  const { lastDueAt } = scheduledTask;
  await db.execute(sql`
    with due as (
      insert into ${scheduledTask} (task, last_due_at) values (${task}, ${dueAt.toISOString()}::timestamptz)
      on conflict (task) do update set last_due_at = excluded.last_due_at
        where ${lastDueAt} < excluded.last_due_at or ${lastDueAt} > ${latest}
      returning 1)
    select ${jobs.call(task, {})} is not null as enqueued from due`);
}
