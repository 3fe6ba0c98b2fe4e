import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWorker } from '../../src/jobs/jobs.ts';
import { work } from '../../src/tasks.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';
import { createScene, rowOf, type Scene } from '../support/complaints.ts';

let api: TestApp;
let scene: Scene;
let ticking: NodeJS.Timeout;
beforeAll(async () => {
  api = await createTestApp({ environment: { RETENTION_COMPLAINT_DAYS: '30' } });
  scene = await createScene(api);
});
afterAll(async () => {
  clearInterval(ticking);
  vi.useRealTimers();
  await api.close();
});

/** Sets this process's clock to an instant of yesterday; it runs on from there. */
function turnTo(hours: number, minutes: number, seconds: number): void {
  const [now, begun] = [new Date(), performance.now()];
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 1, hours, minutes, seconds);
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  ticking = setInterval(() => vi.setSystemTime(start + performance.now() - begun), 10);
}

test('data past its retention period is removed every night', async () => {
  const id = await scene.fileIn('resolved');
  const person = async () => (await rowOf(api, id)).row.citizenId;
  const lastDue = async () =>
    (await api.pool.query("select last_due_at from scheduled_task where task = 'apply-retention'")).rows[0]
      ?.last_due_at;
  turnTo(3, 40, 57);
  const worker = await startWorker(api.services, work, api.pool);
  await expect.poll(lastDue, { timeout: 15_000 }).toBeDefined();
  await api.runJobs();
  expect(await person()).toBe(scene.citizen.id);

  api.clock.advance(31 * 24 * 3_600_000);

  await expect.poll(person, { timeout: 20_000 }).toBe(id);
  await worker.stop();
});
