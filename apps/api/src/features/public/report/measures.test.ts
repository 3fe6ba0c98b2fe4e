import { confirmResolution, getReport } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { putSlaTarget } from '../../reference/sla-target.store.ts';

const api = sharedTestApp({ now: '2026-01-05T09:00:00Z' });
let scene: Scene;
let oversight: Person;
const day = 24 * 3_600_000;
beforeAll(async () => {
  oversight = await api.staff('oversight');
});

/** Extends sessions, since the clock jumps over weeks here. */
const stayIn = () =>
  api.pool.query(`update session set last_used_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
    api.clock.now(),
  ]);
async function report(by: Person, query: { from?: string; to?: string } = {}) {
  await stayIn();
  return by.call(getReport, { query });
}
const reportNow = () =>
  report(scene.supervisor, { from: api.clock.now().toISOString().slice(0, 10), to: '2029-12-31' });
const fileFive = async (by: Person = scene.officer, ...steps: ('start' | 'resolve')[]) => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await scene.file();
    for (const step of steps) await scene.act(by, id, step);
    ids.push(id);
  }
  return ids;
};
beforeEach(async () => {
  scene = await createScene(api);
});

test('the report counts open and late complaints as not on time, for each timer', async () => {
  const before = api.clock.now();
  await fileFive();
  await fileFive(scene.officer, 'start');
  const from = before.toISOString().slice(0, 10);
  api.clock.advance(60 * day);
  await fileFive(scene.officer, 'start', 'resolve');
  const { total } = await report(scene.supervisor, { from, to: '2029-12-31' });
  expect(total).toMatchObject({ open: 10, late: 10, resolved: 5 });
  const { acknowledge, reply, resolve } = total.kept;
  expect([acknowledge.onTime, reply.onTime, resolve.onTime]).toEqual([67, 33, 33]);
});

test('the report counts answers and confirmations of complaints that were ever resolved', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await fileFive(scene.officer, 'start', 'resolve');
  for (const id of [first, second, third]) await scene.citizen.call(confirmResolution, { body: { id, solved: true } });
  await scene.act(scene.citizen, fourth, 'reopen');
  expect((await reportNow()).total.confirmed).toBeNull();

  const [sixth = ''] = await fileFive(scene.officer, 'start', 'resolve');
  await scene.act(scene.citizen, sixth, 'reopen');
  expect((await reportNow()).total.confirmed).toEqual({ answered: 5, rate: 60, worst: 30, best: 80 });
});

test('a re-opening counts for the officer who had resolved, also after somebody else resolves again', async () => {
  const second = await api.officer(scene.mdaId);
  const [returned = ''] = await fileFive(scene.officer, 'start', 'resolve');
  await scene.act(scene.citizen, returned, 'reopen');
  await scene.act(second, returned, 'start');
  await scene.act(second, returned, 'resolve');
  await fileFive(second, 'start', 'resolve');
  const { officers } = await reportNow();
  const rates = new Map(officers.map(({ id, measures }) => [id, [measures.reopened, measures.reopenRate]]));
  expect([rates.get(scene.officer.id), rates.get(second.id)]).toEqual([
    [1, 20],
    [0, 0],
  ]);
});

test('the report shows the whole backlog by age, regardless of the span', async () => {
  await scene.file();
  api.clock.advance(40 * day);
  await scene.fileIn('in_progress');
  await scene.fileIn('resolved');
  const { backlog, total } = await reportNow();
  expect(total.received).toBe(2);
  expect(backlog).toEqual([
    { toDays: 7, open: 1 },
    { toDays: 30, open: 0 },
    { toDays: 90, open: 1 },
    { toDays: null, open: 0 },
  ]);
  expect((await report(oversight)).backlog).toBeNull();
});

test('a report names the targets of the MDA for categories without their own', async () => {
  await scene.file();
  const days = { acknowledge: 1, reply: 3, resolve: 9 };
  const put = (categoryId: string | null, resolve: number) =>
    putSlaTarget(api.services.db, { id: crypto.randomUUID(), mdaId: scene.mdaId, categoryId, ...days, resolve });
  await put(null, 9);
  await put(scene.categoryId, 4);
  expect((await reportNow()).targets.resolve).toBe(9);
});

test('the report’s backlog leaves out complaints from which its reader is recused', async () => {
  const id = await scene.file();
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.supervisor.id });
  expect((await reportNow()).backlog?.map(({ open }) => open)).toEqual([0, 0, 0, 0]);
});
