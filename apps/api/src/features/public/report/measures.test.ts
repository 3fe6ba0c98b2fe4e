import {
  confirmResolution,
  getReport,
  recordKinds,
  states,
  startBulkRun,
  totalDeskComplaints,
  type Report,
} from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runBulkJobs } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
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
/** Counts the list that a figure of a report leads to. */
const totalOf = async (query: Record<string, string>, by: Person = scene.supervisor) =>
  (await by.call(totalDeskComplaints, { query })).total;
const known = states.filter((state) => state !== 'merged').join(',');
const listed = (filter: Record<string, string>, by?: Person) => totalOf({ state: known, ...filter }, by);
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
  const rates = new Map(officers.map(({ id, reopened, reopenRate }) => [id, [reopened, reopenRate]]));
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
  expect(backlog).toMatchObject([
    { toDays: 7, open: 1 },
    { toDays: 30, open: 0 },
    { toDays: 90, open: 1 },
    { toDays: null, open: 0 },
  ]);
  for (const { filed, open } of backlog ?? []) expect(await totalOf({ filed })).toBe(open);
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

const record = (officers: Report['officers'], person: Person) => officers.find(({ id }) => id === person.id);

test('handing over the thirty cases of a sick colleague changes the past of neither', async () => {
  const [sick, fresh] = [scene.officer, await api.officer(scene.mdaId)];
  const { mdaId } = scene;
  const span = { from: api.clock.now().toISOString().slice(0, 10), to: '2029-12-31' };
  const held: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    const id = await scene.file();
    await scene.act(sick, id, 'start');
    held.push(id);
  }
  const done = await scene.file();
  await scene.act(sick, done, 'start');
  await scene.act(sick, done, 'resolve');
  // The timers of the thirty run out in the hands of the sick one.
  api.clock.advance(60 * day);
  await processSlaReminders(api.services);
  const before = record((await report(scene.supervisor, span)).officers, sick);
  expect(before).toMatchObject({ received: 31, resolved: 1, late: 30 });

  const items = await Promise.all(held.map(async (id) => ({ id, version: (await rowOf(api, id)).row.version })));
  const body = { id: crypto.randomUUID(), action: 'assign' as const, assignee: fresh.id, items };
  await scene.supervisor.call(startBulkRun, { body });
  await runBulkJobs(api);
  await scene.act(fresh, held[0]!, 'resolve');
  api.clock.advance(30 * day);
  await processSlaReminders(api.services);

  const { officers } = await report(scene.supervisor, span);
  expect(record(officers, sick)).toEqual(before);
  expect(record(officers, fresh)).toMatchObject({ received: 30, resolved: 1, late: 0 });
  for (const person of [sick, fresh]) {
    for (const kind of recordKinds) {
      const filter = { record: `${kind}:${person.id}:${span.from}..${span.to}` };
      expect(await listed(filter)).toBe(record(officers, person)?.[kind]);
      expect(await listed({ ...filter, mda: mdaId }, oversight)).toBe(record(officers, person)?.[kind]);
    }
  }
});

test('a timer that runs out while nobody has the complaint counts for nobody', async () => {
  const id = await scene.file();
  const span = { from: api.clock.now().toISOString().slice(0, 10), to: '2029-12-31' };
  api.clock.advance(60 * day);
  await processSlaReminders(api.services);
  await stayIn();
  await scene.act(scene.officer, id, 'start');

  const { officers } = await report(scene.supervisor, span);
  expect(officers).toMatchObject([
    { id: scene.officer.id, received: 1, late: 0 },
    { id: null, name: null, received: 0, late: 1 },
  ]);
  expect(await listed({ record: `late:none:${span.from}..${span.to}` })).toBe(1);
});

test('every group of a report leads to a list with its number', async () => {
  const inWard = await scene.file();
  await scene.file();
  await api.pool.query(`insert into area (code, name, parent, level, full_name)
    values ('N', 'North', null, 0, 'North'), ('N1', 'Ward 1', 'N', 1, 'Ward 1, North') on conflict do nothing`);
  await api.pool.query(`update complaint set area_code = 'N1', source = 'sms' where id = $1`, [inWard]);

  const { from, to, areas, sources } = await reportNow();

  expect(areas).toMatchObject([
    { id: 'N', name: 'North', measures: { received: 1 } },
    { id: null, name: null, measures: { received: 1 } },
  ]);
  expect(sources).toMatchObject([
    { id: 'portal', measures: { received: 1 } },
    { id: 'sms', measures: { received: 1 } },
  ]);
  const filed = `${from}..${to}`;
  for (const { id, measures } of areas) expect(await listed({ filed, area: id ?? 'none' })).toBe(measures.received);
  for (const { id, measures } of sources) expect(await listed({ filed, source: id })).toBe(measures.received);
});

test('a report shows the same days a year before', async () => {
  await fileFive();
  const from = api.clock.now().toISOString().slice(0, 10);
  api.clock.advance(365 * day);
  await scene.file();
  const [now] = api.clock.now().toISOString().split('T');

  const { total, yearBefore } = await report(scene.supervisor, { from: now!, to: now! });

  expect(total.received).toBe(1);
  expect([yearBefore.from, yearBefore.total.received]).toEqual([from, 5]);
});
