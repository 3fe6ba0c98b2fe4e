import { openStates } from '@baraza/contract/complaint/lifecycle';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { quickPool } from '../db/database.ts';
import { isRefusedSql, maxAttempts } from '../mail/outbox.store.ts';
import { addGauge, type Metrics } from './metrics.ts';

const dueJobs = 'graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()';
const failedJobs = 'graphile_worker.jobs where locked_at is null and attempts >= max_attempts';
const waitingMails = `mail_outbox where attempts < ${maxAttempts}`;
const failedMails = `mail_outbox where attempts >= ${maxAttempts} and not ${isRefusedSql}`;
const alarming = 'count(*) from log_witness where alarmed_at is not null';
const altered = 'count(*) from log_checkpoint where altered_at is not null';
/** Written like the index of the desk's queues, so that it is used. */
const overdue = `complaint where state in (${openStates.map((state) => `'${state}'`).join(', ')})
  and (case when due_at is null then 'infinity'::timestamptz else due_at end) < now()`;
const held = `coalesce(sum(received) filter (where pieces <> '{}'), 0)`;
const age = (column: string) => `coalesce(extract(epoch from now() - ${column})::float8, 'infinity')`;
const oldest = (column: string) => `coalesce(extract(epoch from now() - min(${column})), 0)`;

const numbers = [
  ['baraza_jobs_waiting', 'Jobs whose time has come.', `count(*) from ${dueJobs}`],
  ['baraza_jobs_oldest_waiting_seconds', 'How long the oldest has been due.', `${oldest('run_at')} from ${dueJobs}`],
  ['baraza_jobs_failed', 'Jobs that were given up.', `count(*) from ${failedJobs}`],
  ['baraza_mails_waiting', 'Mails that wait to be sent.', `count(*) from ${waitingMails}`],
  ['baraza_mails_oldest_waiting_seconds', 'Age of the oldest.', `${oldest('created_at')} from ${waitingMails}`],
  [
    'baraza_log_oldest_waiting_seconds',
    'Age of the oldest event that is not in the log.',
    `${oldest('since')} from log_pending`,
  ],
  ['baraza_announcements_oldest_waiting_seconds', 'Age of the oldest.', `${oldest('since')} from announcement`],
  ['baraza_mails_failed', 'Mails that were given up.', `count(*) from ${failedMails}`],
  ['baraza_log_witnesses_alarming', 'Witnesses of the log that refuse it or are silent.', alarming],
  ['baraza_log_altered', '1: the log differs from what was signed.', altered],
  [
    'baraza_backup_age_seconds',
    'How long ago a backup ended; +Inf: never.',
    `${age('backed_up_at')} from installation`,
  ],
  ['baraza_backup_faults', 'Files that it found missing or altered.', 'backup_faults from installation'],
  [
    'baraza_log_verification_age_seconds',
    'How long ago verify-log ended; +Inf: never.',
    `${age('log_verified_at')} from installation`,
  ],
  ['baraza_log_verification_faults', 'Faults that it found.', 'log_faults from installation'],
  ['baraza_uploads_held_bytes', 'Bytes of uploads that no complaint has yet.', `${held} from upload`],
  ['baraza_complaints_overdue', 'Open complaints past their date.', `count(*) from ${overdue}`],
] as const;

export const question = `select ${numbers.map(([name, , number]) => `(select ${number})::float8 as ${name}`).join(', ')}`;

/** Milliseconds for which the gauges of one scrape share the result of a query. */
const freshFor = 5_000;

const patience = 2_000;

/** Adds gauges read from the database at each scrape; without it `baraza_database_up` is 0. Returns how to close. */
export function measureDatabase(metrics: Metrics, pool: pg.Pool, log: FastifyBaseLogger): () => Promise<void> {
  const own = quickPool(pool, patience);
  let readAt = -Infinity;
  let reading: Promise<Record<string, number> | undefined>;
  const latest = () => {
    if (performance.now() - readAt > freshFor) {
      readAt = performance.now();
      reading = read();
    }
    return reading;
  };
  const read = async () => {
    try {
      return (await own.query<Record<string, number>>(question)).rows[0];
    } catch (error) {
      log.warn({ err: error }, 'The numbers for the metrics could not be read from the database.');
      return undefined;
    }
  };
  const isUp = async () => ((await latest()) ? 1 : 0);
  addGauge(metrics, 'baraza_database_up', 'Whether the database answers.', isUp);
  for (const [name, help] of numbers) addGauge(metrics, name, help, async () => (await latest())?.[name]);
  return () => own.end();
}

/** Adds the connections that this process holds to the database. */
export function measurePool(metrics: Metrics, pool: pg.Pool): void {
  addGauge(metrics, 'baraza_pool_connections', 'Connections to the database.', () => pool.totalCount);
  addGauge(metrics, 'baraza_pool_idle_connections', 'Those of them that nobody uses.', () => pool.idleCount);
  addGauge(metrics, 'baraza_pool_waiting_requests', 'Requests that wait for a connection.', () => pool.waitingCount);
  addGauge(metrics, 'baraza_pool_most_connections', 'How many connections there may be.', () => pool.options.max);
}
