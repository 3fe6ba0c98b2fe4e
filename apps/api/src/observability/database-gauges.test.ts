import { submitComplaint } from '@baraza/contract';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createScene } from '../../test/support/complaints.ts';
import { measureDatabase, measurePool, question } from './database-gauges.ts';
import { noteVerification } from '../db/installation.store.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { createMetrics, type Metrics } from './metrics.ts';

let test: TestApp;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  for (const close of closers) await close();
  await test.close();
});

const log = pino({ level: 'silent' });

function measure(pool = test.pool): Metrics {
  const metrics = createMetrics();
  closers.push(measureDatabase(metrics, pool, log));
  measurePool(metrics, pool);
  return metrics;
}

async function numbers(metrics: Metrics): Promise<Record<string, number>> {
  const lines = (await metrics.registry.metrics())
    .split('\n')
    .filter((line) =>
      /^baraza_(database|backup|jobs|log_oldest|log_verification|announcements|mails_(waiting|oldest|failed)|complaints|uploads_held|pool)/.test(
        line,
      ),
    );
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

it('metrics count waiting and failed jobs and mails, and overdue complaints', async () => {
  const scene = await createScene(test);
  for (let count = 0; count < 3; count += 1) await scene.citizen.call(submitComplaint, { form: scene.fields() });
  await test.runJobs();
  await test.services.db.delete(mailOutbox);
  await test.pool.query(`update complaint set due_at = now() - interval '1 day'
    where id in (select id from complaint order by id limit 2)`);
  await test.pool
    .query(`select graphile_worker.add_job('process-sla-reminders', '{}', run_at => now() - interval '100 seconds'),
    graphile_worker.add_job('process-sla-reminders', '{}', run_at => now() + interval '1 hour'),
    graphile_worker.add_job('clean-up', '{}', max_attempts => 1)`);
  await test.pool.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  await test.pool.query(`insert into mail_outbox (lane, sealed, attempts, created_at)
    values (1, 'x', 0, now() - interval '200 seconds'), (1, 'x', 19, now()), (1, 'x', 20, now() - interval '9 days')`);
  await test.pool.query(
    `insert into log_pending values ('audit', gen_random_uuid(), 0, '', now() - interval '300 seconds')`,
  );
  await test.pool.query(`insert into mail_outbox (lane, sealed, attempts, last_error_code)
    values (1, 'x', 20, 'EENVELOPE 550')`);
  await test.pool
    .query(`insert into upload (id, citizen_id, file_name, content_type, length, received, pieces, created_at,
      expires_at)
    select gen_random_uuid(), citizen_id, 'a', 'image/png', 1000, 700, '{a}', now(), now() from complaint limit 1`);
  const found = await numbers(measure());
  expect(found).toMatchObject({
    baraza_database_up: 1,
    baraza_jobs_waiting: 1,
    baraza_jobs_failed: 1,
    baraza_mails_waiting: 2,
    baraza_mails_failed: 1,
    baraza_complaints_overdue: 2,
    baraza_uploads_held_bytes: 700,
    baraza_pool_waiting_requests: 0,
    baraza_pool_most_connections: 10,
  });
  expect(found['baraza_jobs_oldest_waiting_seconds']).toBeGreaterThanOrEqual(100);
  expect(found['baraza_jobs_oldest_waiting_seconds']).toBeLessThan(160);
  expect(found['baraza_mails_oldest_waiting_seconds']).toBeGreaterThanOrEqual(200);
  expect(found['baraza_mails_oldest_waiting_seconds']).toBeLessThan(260);
  expect(found['baraza_log_oldest_waiting_seconds']).toBeGreaterThanOrEqual(300);
  expect(found['baraza_log_oldest_waiting_seconds']).toBeLessThan(360);
  expect(found['baraza_announcements_oldest_waiting_seconds']).toBeLessThan(5);
  expect(found['baraza_pool_connections']).toBeGreaterThan(0);
});

it('the metric of overdue complaints reads an index, however many are closed', async () => {
  await test.pool.query(`insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title, description,
      description_text, location, incident_date, state, version, submitted_at, updated_at)
    select gen_random_uuid(), 'X-' || n, citizen_id, mda_id, category_id, title, description, description_text, location,
      incident_date, 'resolved', 1, submitted_at, updated_at
    from (select * from complaint limit 1) as it, generate_series(1, 5000) as n`);
  await test.pool.query('vacuum analyze complaint');
  const { rows } = await test.pool.query<{ 'QUERY PLAN': string }>(`explain ${question}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan using complaint_due/);
  expect(plan).not.toMatch(/Seq Scan on complaint/);
});

it('metrics have the age and the faults of the last backup and verification of the log', async () => {
  expect(await numbers(measure())).toMatchObject({ baraza_backup_age_seconds: NaN, baraza_backup_faults: 0 });
  await test.pool.query(`update installation set backed_up_at = now() - interval '1 hour', backup_faults = 2`);
  await noteVerification(test.services.db, 3);
  const found = await numbers(measure());
  expect(found).toMatchObject({ baraza_backup_faults: 2, baraza_log_verification_faults: 3 });
  expect(found['baraza_backup_age_seconds']).toBeCloseTo(3_600, -2);
  expect(found['baraza_log_verification_age_seconds']).toBeLessThan(60);
});

it('metrics leave out the database’s gauges while it is away', async () => {
  const gone = new pg.Pool({ host: '127.0.0.1', port: 9, user: 'nobody', database: 'nothing' });
  const metrics = measure(gone);
  expect(await numbers(metrics)).toEqual({
    baraza_database_up: 0,
    baraza_pool_connections: 0,
    baraza_pool_idle_connections: 0,
    baraza_pool_waiting_requests: 0,
    baraza_pool_most_connections: 10,
  });
});
