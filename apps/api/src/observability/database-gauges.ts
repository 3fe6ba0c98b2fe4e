import { openStates } from '@baraza/contract/complaint/lifecycle';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { quickPool } from '../db/database.ts';
import { maxAttempts } from '../mail/outbox.store.ts';
import type { Metrics } from './metrics.ts';

/** Counting stops here: past it only the order of magnitude matters, and a scrape has to stay cheap. */
const most = 100_000;

/** Scrapes that come closer together than this get the same numbers. */
const freshFor = 5_000;

const patience = 2_000;

interface Facts {
  readonly waiting: number;
  readonly oldest: number;
  readonly failed: number;
  readonly mailsWaiting: number;
  readonly oldestMail: number;
  readonly mailsFailed: number;
  readonly overdue: number;
}

const waiting = 'from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()';
const waitingMails = `from mail_outbox where attempts < ${maxAttempts}`;

/** Overdue complaints are counted from the index of the desk's queues, in the very words of its condition. */
export const question = `select
  (select count(*)::int from (select 1 ${waiting} limit ${most}) as found) as waiting,
  (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8
    from (select run_at ${waiting} limit ${most}) as found) as oldest,
  (select count(*)::int from (select 1 from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null limit ${most}) as found) as failed,
  (select count(*)::int from (select 1 ${waitingMails} limit ${most}) as found) as "mailsWaiting",
  (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8
    from (select created_at ${waitingMails} limit ${most}) as found) as "oldestMail",
  (select count(*)::int from (select 1 from mail_outbox where attempts >= ${maxAttempts} limit ${most}) as found) as "mailsFailed",
  (select count(*)::int from (select 1 from complaint where state in (${openStates.map((state) => `'${state}'`).join(', ')})
    and (case when due_at is null then 'infinity'::timestamptz else due_at end) < now() limit ${most}) as found) as overdue`;

/**
 * Adds what the database knows, asked for when metrics are read. A database that is away makes no scrape fail: its numbers
 * are left out, and `baraza_database_up` is 0. Answers what closes the connection for it.
 */
export function measureDatabase(metrics: Metrics, pool: pg.Pool, log: FastifyBaseLogger): () => Promise<void> {
  const own = quickPool(pool, patience);
  let asked: { readonly at: number; readonly facts: Promise<void> } | undefined;
  const collect = () => {
    if (asked === undefined || performance.now() - asked.at > freshFor) {
      asked = { at: performance.now(), facts: readFacts(own).then(show, (error: Error) => hide(error)) };
    }
    return asked.facts;
  };
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, collect, registers: [metrics.registry], aggregator: 'max' });
  const up = gauge('baraza_database_up', 'Whether the database answers.');
  const gauges = {
    waiting: gauge('baraza_jobs_waiting', `Jobs whose time has come; at most ${most} are counted.`),
    oldest: gauge('baraza_jobs_oldest_waiting_seconds', 'How long the oldest of them has been due.'),
    failed: gauge('baraza_jobs_failed', `Jobs that were given up; at most ${most} are counted.`),
    mailsWaiting: gauge('baraza_mails_waiting', `Mails that wait to be sent; at most ${most} are counted.`),
    oldestMail: gauge('baraza_mails_oldest_waiting_seconds', 'How long the oldest of them has waited.'),
    mailsFailed: gauge('baraza_mails_failed', `Mails that were given up; at most ${most} are counted.`),
    overdue: gauge('baraza_complaints_overdue', `Open complaints past their date; at most ${most} are counted.`),
  };
  const show = (facts: Facts) => {
    up.set(1);
    for (const [name, one] of Object.entries(gauges)) one.set(facts[name as keyof Facts]);
  };
  const hide = (error: Error) => {
    up.set(isAnswer(error) ? 1 : 0);
    for (const one of Object.values(gauges)) one.remove();
    log.warn({ err: error }, 'The numbers for the metrics could not be read from the database.');
  };
  return () => own.end();
}

/** A complaint about the question comes from a server that is there; one that is going away, or full, is not. */
function isAnswer(error: Error): boolean {
  return 'severity' in error && 'code' in error && !/^(08|53|57P)/.test(String(error.code));
}

/** However the connection hangs, the answer comes in time. */
async function readFacts(pool: pg.Pool): Promise<Facts> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database took too long to answer.')), patience + 500);
  });
  const answer = pool.query<Facts>(question).then(({ rows }) => {
    if (rows[0] === undefined) throw new Error('The database gave no numbers.');
    return rows[0];
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

/** Adds the connections that this process holds to the database. */
export function measurePool({ registry }: Metrics, pool: pg.Pool): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('baraza_pool_connections', 'Connections to the database.', () => pool.totalCount);
  gauge('baraza_pool_idle_connections', 'Those of them that nobody uses.', () => pool.idleCount);
  gauge('baraza_pool_waiting_requests', 'Requests that wait for a connection.', () => pool.waitingCount);
  gauge('baraza_pool_most_connections', 'How many connections there may be.', () => pool.options.max);
}
