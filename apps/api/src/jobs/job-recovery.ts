import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/* Recovers jobs that the library leaves for hours: those of killed processes, and those enqueued while a clock ran ahead. */

/** Seconds by which clocks of computers may differ. */
export const clockTolerance = 90;
const soon = sql`now() + make_interval(secs => ${clockTolerance}::int)`;

/** Releases every locked job. Call it only while no other process runs jobs. */
export const releaseAllJobs = (db: Database): Promise<void> => releaseWorkers(db, sql`locked_by is not null`);

/** Releases jobs locked in the future, and makes jobs due that were enqueued there. None is planned that far ahead. */
export async function recoverJobs(db: Database): Promise<void> {
  await releaseWorkers(db, sql`locked_at > ${soon}`);
  await db.execute(sql`
    select from graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where attempts = 0 and locked_at is null and run_at > ${soon}), run_at => now())`);
}

async function releaseWorkers(db: Database, condition: SQL): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where ${condition}))`);
}
