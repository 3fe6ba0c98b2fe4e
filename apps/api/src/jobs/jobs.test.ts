import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createTestApp } from '../../test/support/server/app.ts';
import { keepRunning, startWorker } from './jobs.ts';

it('the job runner can be stopped while it restarts, even if it then fails', async () => {
  const stops: number[] = [];
  let begun = 0;
  const begin = async () => {
    const turn = (begun += 1);
    if (turn > 1) await sleep(50);
    const { promise, reject } = Promise.withResolvers<void>();
    if (turn === 1) reject(new Error('lost'));
    const stop = async () => {
      stops.push(turn);
      reject(new Error('stopped badly'));
    };
    return { promise, stop };
  };
  const running = await keepRunning(begin, Fastify().log, 1);
  await expect.poll(() => begun, { interval: 5 }).toBe(2);
  await running.stop();
  expect(stops).toEqual([2]);
});

it(
  'losing the database at the end of a job stops neither the process nor later jobs',
  { timeout: 60_000, tags: 'full' },
  async () => {
    const api = await createTestApp();
    const jobTable = 'graphile_worker._private_jobs';
    let done = 0;
    const cutting = {
      'recover-jobs': async () => {},
      'compact-counts': async () => {},
      'run-bulk': async () => {},
      'send-digests': async () => {},
      'send-summaries': async () => {},
      'process-sla-reminders': async () => {},
      'recompute-sla-timers': async () => {},
      'send-held-reply': async () => {},
      'learn-targets': async () => {},
      'mail-bulk': async () => {},
      'notify-followers': async () => {},
      'find-bursts': async () => {},
      'publish-numbers': async () => {},
      'answer-messages': async () => {},
      'receive-mails': async () => {},
      'apply-retention': async () => {},
      'clean-up': async () => {
        done += 1;
        if (done === 1) await api.pool.query(`alter table ${jobTable} rename to gone`);
      },
    };
    const errors: string[] = [];
    const log = Fastify().log.child({});
    log.error = (...words: unknown[]) => void errors.push(String(words.at(-1)));
    const worker = await startWorker({ ...api.services, log }, cutting, api.pool);
    await api.services.jobs.add(api.services.db, 'clean-up', {});
    // An unhandled rejection here would fail the run.
    await expect.poll(() => errors.join(), { timeout: 15_000 }).toContain('Failed to complete jobs');
    await api.pool.query(`alter table graphile_worker.gone rename to _private_jobs`);
    await api.services.jobs.add(api.services.db, 'clean-up', {});
    await expect.poll(() => done, { timeout: 30_000 }).toBeGreaterThan(1);
    await worker.stop();
    await api.close();
  },
);
