import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';

/*
 * What the job library leaves to time. A job that was under way when its process was killed stays locked for four hours; and
 * once a clock ran ahead, regular work waits until the moment has truly come for which it was noted as done.
 */

/** Seconds: longer than a mail takes even with a mail server that is slow at each word, and shorter than a code lives. */
const longestMail = 300;

/** Seconds that the clocks of computers may differ by. */
const tolerance = 90;

/** Gives back every job that somebody was at. Only for a caller who knows that nobody else works off jobs. */
export async function releaseAllJobs(db: Database): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`);
}

/** Gives back mails whose process must be gone, and jobs locked at a time that is yet to come. */
export async function releaseStuckJobs(db: Database): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs as j set locked_at = null, locked_by = null
    from graphile_worker._private_tasks t
    where t.id = j.task_id
      and (j.locked_at > now() + make_interval(secs => ${tolerance})
        or (t.identifier = 'send-mail' and j.locked_at < now() - make_interval(secs => ${longestMail})))`);
}

/** Lets begin what waits although it was never tried: nothing is meant for later, so a clock that is ahead has put it in. */
export async function hastenJobs(db: Database): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where attempts = 0 and locked_at is null and run_at > now() + make_interval(secs => ${tolerance})`);
}

/** Lets regular work that is noted as done later than `now`, by the clock of this computer, begin again from there. */
export async function forgetWorkAhead(db: Database, now: Date): Promise<void> {
  const instant = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    update graphile_worker._private_known_crontabs set last_execution = ${instant}
    where last_execution > ${instant} + make_interval(secs => ${tolerance})`);
}

interface Care {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  /** Begins regular work anew: a clock that is set back would keep it waiting for as long. */
  readonly restart: () => Promise<unknown>;
  /** Milliseconds between two looks. */
  readonly every?: number;
  /** The clock of this computer, in milliseconds. */
  readonly clock?: () => number;
}

/** Looks after the jobs from time to time, until the returned function is called. */
export function careForJobs({ db, log, restart, every = 30_000, clock = Date.now }: Care): () => void {
  const advance = () => clock() - performance.now();
  let before = advance();
  const look = async () => {
    const now = advance();
    const wasSetBack = now < before - tolerance * 1_000;
    before = now;
    if (wasSetBack) {
      log.warn('The clock of this computer was set back. Regular work begins anew.');
      await restart();
    }
    await releaseStuckJobs(db);
    await hastenJobs(db);
  };
  // A database that is away is somebody else's to report.
  const timer = setInterval(() => void look().catch(() => {}), every).unref();
  return () => clearInterval(timer);
}
