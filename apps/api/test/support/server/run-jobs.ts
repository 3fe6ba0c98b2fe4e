import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { runOnce } from 'graphile-worker';
import type pg from 'pg';
import { quiet, taskList, type Work } from '../../../src/jobs/jobs.ts';
import { lanes } from '../../../src/mail/outbox.store.ts';
import { sendMails } from '../../../src/mail/send-mails.ts';
import { appendToLog } from '../../../src/features/log/append-to-log.ts';
import { publishCheckpoint } from '../../../src/features/log/publish-checkpoint.ts';
import type { Services } from '../../../src/services.ts';

/** Runs the jobs and sends the mails that are due, then returns. */
export async function runJobsOnce(services: Services, work: Work, pool: pg.Pool): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: taskList(services, work),
    logger: quiet(services.log),
    noHandleSignals: true,
  });
  // The library ends before its last writes: until then a job is locked by its worker or, as here, by the pool of one run.
  const noting = sql`select from graphile_worker.jobs where locked_by ~ '^(worker|otpool)-' limit 1`;
  while ((await services.db.execute(noting)).rows.length > 0) await sleep(5);
  // Mails about new complaints wait for their receipts. An altered log makes none.
  await appendToLog(services)
    .then(() => publishCheckpoint(services))
    .catch(() => {});
  for (const lane of Object.values(lanes)) await sendMails(services, lane);
}
