import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type Runner, type TaskList, run, runMigrations, runOnce } from 'graphile-worker';
import type pg from 'pg';
import { type Database, maintenancePool } from '../db/database.ts';
import { asOwner } from '../db/migrate.ts';
import { awayPause, type Lane, lanes, releaseMails } from '../mail/outbox.store.ts';
import { sendMails } from '../mail/send-mails.ts';
import { sendAnnouncements } from '../realtime/pubsub.ts';
import type { Services } from '../services.ts';
import { releaseAllJobs } from './job-recovery.ts';
import type { Jobs, TaskName, TaskPayloads } from './job-types.ts';
import { repeat } from './repeat.ts';
import { startSchedule } from './schedule.ts';

/** Some two days of tries, further and further apart. */
const maxAttempts = 20;

/** Jobs kept by graphile-worker on the same PostgreSQL. */
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

/** What is done for each task. */
export type Work = { readonly [T in TaskName]: (services: Services, payload: TaskPayloads[T]) => Promise<void> };

function taskList(services: Services, work: Work): TaskList {
  const entries = Object.entries(work) as [TaskName, (services: Services, payload: never) => Promise<void>][];
  const { jobRuns } = services.metrics;
  const traced = (name: TaskName, run: () => Promise<void>) => services.tracing?.job(name, run) ?? run();
  const counted = async (name: TaskName, running: Promise<void>) => {
    try {
      await running;
      jobRuns.inc({ task: name, outcome: 'done' });
    } catch (error) {
      jobRuns.inc({ task: name, outcome: 'failed' });
      throw error;
    }
  };
  return Object.fromEntries(
    entries.map(([name, task]) => [
      name,
      (payload) =>
        counted(
          name,
          traced(name, () => task(services, payload as never)),
        ),
    ]),
  );
}

/** Puts in or updates the tables of the job library. */
export async function migrateJobs(pool: pg.Pool, log: FastifyBaseLogger): Promise<void> {
  const patient = maintenancePool(pool);
  try {
    await asOwner(() => runMigrations({ pgPool: patient, logger: quiet(log) }));
  } finally {
    await patient.end();
  }
}

/** Milliseconds between two looks for announcements, and for mails. */
const announceEvery = 100;
const mailEvery = 500;

/** Starts the worker, the schedule, and the senders of mails and announcements. `stop` waits for what is under way. */
export async function startWorker(services: Services, work: Work, pool: pg.Pool): Promise<{ stop(): Promise<void> }> {
  const { db, log, settings } = services;
  // With the embedded database this is the only process there is that works off jobs, and it only begins to.
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
      // One by one the library does not wait for its own note that a job is done: a database that goes away at that moment
      // would end this whole process. In batches it ends the worker alone, which is started again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { stop: () => runner.stop(), promise: Promise.race([runner.promise, failureOf(runner)]) };
  };
  const running = await keepRunning(begin, log);
  const stops = [
    startSchedule(db, services.jobs),
    repeat(announceEvery, () => sendAnnouncements(db)),
    // Whoever waits for a code does not wait for other mails.
    ...Object.values(lanes).map((lane) => repeat(mailEvery, (signal) => sendOrWait(services, lane, signal))),
    () => running.stop(),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Sends what is due in a lane; waits a while where the mail server is away. */
async function sendOrWait(services: Services, lane: Lane, signal: AbortSignal): Promise<void> {
  const isServerThere = await sendMails(services, lane, signal);
  if (!isServerThere) await sleep(awayPause * 1_000, undefined, { signal });
}

/** Rejects soon after a runner failed: when two batches failed it waits for its own end for ever. */
function failureOf({ events }: Runner): Promise<never> {
  return new Promise((_, reject) => {
    events.once('pool:fatalError', ({ error }) => setTimeout(() => reject(error as Error), 10_000).unref());
  });
}

/** Starts a runner again whenever it ends, until it is stopped. */
export async function keepRunning(
  begin: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  log: FastifyBaseLogger,
  restartAfter = 5_000,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let beginning = Promise.resolve();
  let runner: Pick<Runner, 'promise' | 'stop'> | undefined;
  const again = () => {
    runner = undefined;
    if (stopped) return;
    retry = setTimeout(() => {
      beginning = begin().then(watch, again);
    }, restartAfter);
  };
  const watch = (started: Pick<Runner, 'promise' | 'stop'>) => {
    runner = started;
    started.promise.then(again, (error: unknown) => {
      if (!stopped) log.error({ err: error }, 'The worker ended; it is started again.');
      again();
    });
  };
  watch(await begin());
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // One that is just starting has to be there before it can be stopped.
      await beginning;
      await runner?.stop();
    },
  };
}

/** Runs the jobs and sends the mails that are due, then returns. For tests. */
export async function runJobsOnce(services: Services, work: Work, pool: pg.Pool): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: taskList(services, work),
    logger: quiet(services.log),
    noHandleSignals: true,
  });
  // The library ends without waiting for its last notes. A job is held by its worker or, as here, by the pool of one run.
  const noting = sql`select from graphile_worker.jobs where locked_by ~ '^(worker|otpool)-' limit 1`;
  while ((await services.db.execute(noting)).rows.length > 0) await sleep(5);
  for (const lane of Object.values(lanes)) await sendMails(services, lane);
}

/** The library reports every poll and every job; only what went wrong is worth a line. */
function quiet(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, text) => {
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
    else log.trace(text);
  });
}
