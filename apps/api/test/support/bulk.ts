import { type BulkInput, type BulkRun, getBulkRun, startBulkRun } from '@baraza/contract';
import type { Person, TestApp } from './server/app.ts';

/** Runs the jobs of bulk actions, those of ten seconds later too. */
export async function runBulkJobs(api: TestApp): Promise<void> {
  await api.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'run-bulk'), run_at => now())`);
  await api.runJobs();
}

/** Takes an action on many complaints; returns what became of each. */
export async function actInBulk(api: TestApp, person: Person, body: Omit<BulkInput, 'id'>): Promise<BulkRun['items']> {
  await person.call(startBulkRun, { body: { id: crypto.randomUUID(), ...body } });
  await runBulkJobs(api);
  return (await person.call(getBulkRun))?.items ?? [];
}
