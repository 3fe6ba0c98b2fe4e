import {
  type AlongStep,
  endBulkRun,
  getBulkRun,
  getComplaint,
  listDeskComplaints,
  message,
  startBulkRun,
  staffMessage,
  totalDeskComplaints,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { runBulkJobs } from '../../../../test/support/bulk.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { account, bulkRun } from '../../../db/schema/tables.ts';

const api = sharedTestApp();
let scene: Scene;
let ids: string[];
beforeEach(async () => {
  scene = await createScene(api);
  ids = [await scene.fileIn('in_progress'), await scene.fileIn('received')];
});

const text = 'Dear {citizen}, {trackingId} is mended.';
const runId = () => crypto.randomUUID();
const itemsOf = (of: readonly string[]) =>
  Promise.all(of.map(async (id) => ({ id, version: (await rowOf(api, id)).row.version })));
const begin = async (id = runId(), by: Person = scene.officer) =>
  by.call(startBulkRun, { body: { id, action: 'reply', text, items: await itemsOf(ids) } });
const shown = (by = scene.officer) => by.call(getBulkRun);
const end = (id: string, by = scene.officer) => by.call(endBulkRun, { params: { id } });
const replyOf = async (id: string) => (await scene.citizen.call(getComplaint, { params: { id } })).reply;

test('a run is carried out by the server, and any tab of its person reads each outcome', async () => {
  const { id, phase } = await begin();
  expect(phase).toBe('delayed');
  expect(await shown()).toMatchObject({ id, phase: 'delayed', items: ids.map((each) => ({ id: each, done: null })) });

  await runBulkJobs(api);

  expect(await shown()).toMatchObject({
    id,
    phase: 'finished',
    items: ids.map((each) => ({ id: each, done: true, error: null })),
  });
  for (const each of ids) {
    expect(await replyOf(each)).toMatch(new RegExp(`, ${(await rowOf(api, each)).row.trackingId} is mended`, 'u'));
  }
  expect(await shown(scene.supervisor)).toBeNull();
});

test('a run takes the steps along with each reply, and says which of them stopped one complaint', async () => {
  const unit = await putInUnit(api, scene.mdaId, []);
  await api.pool.query('update complaint set tags = $2 where id = $1', [
    ids[1],
    Array.from({ length: 20 }, (_, tag) => `${tag}`),
  ]);
  const also: AlongStep[] = [
    { action: 'tag', tags: ['fee'] },
    { action: 'setUnit', unit },
  ];
  const step = { action: 'resolve', text, outcome: 'solved', also } as const;
  await scene.officer.call(startBulkRun, { body: { id: runId(), ...step, items: await itemsOf(ids) } });
  await runBulkJobs(api);

  const [done, failed] = await Promise.all(ids.map((each) => rowOf(api, each)));
  expect(done?.row).toMatchObject({ state: 'resolved', tags: ['fee'], unitId: unit });
  expect(failed?.row).toMatchObject({ state: 'received', unitId: null });
  const error = `${staffMessage.tagNotDone}\n${staffMessage.tooManyTags}`;
  expect(await shown()).toMatchObject({ items: [{ done: true }, { done: false, error }] });
});

test('a run whose step along lacks its value is refused before anything is done', async () => {
  const also: AlongStep[] = [{ action: 'assign' }];
  const body = { id: runId(), action: 'reply' as const, text, also, items: await itemsOf(ids) };
  expect(await outcomeOf(scene.officer.call(startBulkRun, { body }))).toMatchObject({
    status: 400,
    fields: { assignee: message.required },
  });
});

const shareOut = async (among: readonly Person[], sharing: 'in-turn' | 'least-loaded' = 'in-turn') => {
  const people = among.map(({ id }) => id);
  const body = { id: runId(), action: 'assign' as const, among: people, sharing, items: await itemsOf(ids) };
  await scene.supervisor.call(startBulkRun, { body });
  await runBulkJobs(api);
  return Promise.all(ids.map(async (id) => (await rowOf(api, id)).row.assigneeId));
};

test('a run shares complaints out in turn among colleagues who are at work', async () => {
  const [ada, ben, away] = [scene.officer, await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
  await api.pool.query(`update account set away_until = '2100-01-01' where id = $1`, [away.id]);
  ids.push(await scene.file(), await scene.file());

  const given = await shareOut([ada, ben, away]);

  const [first, second] = given;
  expect(new Set(given)).toEqual(new Set([ada.id, ben.id]));
  expect(given).toEqual([first, second, first, second]);
});

test('a run gives complaints to whoever has the fewest, and a recused colleague gets none', async () => {
  const [busy, free] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
  await scene.act(scene.supervisor, await scene.file(), 'assign', { assignee: busy.id });
  await scene.act(scene.supervisor, ids[1]!, 'recuse', { person: free.id, reason: 'A cousin' });

  expect(await shareOut([busy, free], 'least-loaded')).toEqual([free.id, busy.id]);
});

test('a complaint that none of the chosen colleagues can take stays with its owner, and the run says so', async () => {
  const [foreign, disabled] = [scene.neighbour, await api.officer(scene.mdaId)];
  await api.pool.query('update account set disabled_at = now() where id = $1', [disabled.id]);
  const before = await Promise.all(ids.map(async (id) => (await rowOf(api, id)).row.assigneeId));

  expect(await shareOut([foreign, disabled])).toEqual(before);

  const error = staffMessage.nobodyAmong;
  expect(await shown(scene.supervisor)).toMatchObject({
    items: [
      { done: false, error },
      { done: false, error },
    ],
  });
});

test('an officer cannot share complaints out among colleagues', async () => {
  const among = [(await api.officer(scene.mdaId)).id];
  const body = { id: runId(), action: 'assign' as const, among, items: await itemsOf(ids) };
  await scene.officer.call(startBulkRun, { body });
  await runBulkJobs(api);

  expect((await shown())?.items.map(({ done }) => done)).toEqual([false, false]);
});

test('a run that is sent twice is carried out once', async () => {
  const id = runId();
  const body = { id, action: 'note' as const, text: 'Crew 7', items: await itemsOf(ids) };
  await Promise.all([1, 2].map(() => scene.officer.call(startBulkRun, { body })));
  await runBulkJobs(api);
  await scene.officer.call(startBulkRun, { body });
  await runBulkJobs(api);

  for (const each of ids) {
    expect((await rowOf(api, each)).events.filter(({ action }) => action === 'note')).toHaveLength(1);
  }
});

test('a run repeated with its Idempotency-Key is never answered with a later one', async () => {
  const items = await itemsOf(ids);
  const start = (id: string, key: string) => {
    const headers = { 'idempotency-key': `start-${key}` };
    return scene.officer.call(startBulkRun, { body: { id, action: 'note', text: 'Crew 7', items } }, { headers });
  };
  const [first, later] = [runId(), runId()];
  const { id } = await start(first, 'first');
  expect(await start(first, 'first')).toMatchObject({ id });
  await runBulkJobs(api);
  await start(later, 'later');

  expect((await failure(start(first, 'first'))).status).toBe(404);
  expect(await start(later, 'later')).toMatchObject({ id: later });
});

test('a run that was taken back in time sends nothing', async () => {
  const { id } = await begin();
  await end(id);
  await runBulkJobs(api);

  expect(await shown()).toBeNull();
  for (const each of ids) expect(await replyOf(each)).toBeNull();
});

test('a run that is stopped under way leaves the rest as it was, and says so', async () => {
  const { id } = await begin();
  await api.services.db.update(bulkRun).set({ beginsAt: new Date(0) });
  await end(id);
  await runBulkJobs(api);

  expect(await shown()).toMatchObject({ phase: 'finished', items: [{ done: null }, { done: null }] });
  for (const each of ids) expect(await replyOf(each)).toBeNull();
});

test.each([
  ['disabled', { disabledAt: new Date() }],
  ['moved to another MDA', {}],
])('the run of somebody who was %s meanwhile changes no complaint', async (_, change) => {
  await begin();
  const { mdaId } = scene.neighbour.caller;
  await api.services.db
    .update(account)
    .set('disabledAt' in change ? change : { mdaId })
    .where(eq(account.id, scene.officer.id));
  await runBulkJobs(api);

  for (const each of ids) expect(await replyOf(each)).toBeNull();
});

test('a second run waits for the end of the first, and puts it away', async () => {
  const first = await begin();
  expect(await outcomeOf(begin())).toMatchObject({ status: 409, message: staffMessage.runUnderWay });
  await runBulkJobs(api);

  const second = await begin();
  expect(await shown()).toMatchObject({ id: second.id });
  expect(await outcomeOf(end(first.id))).toMatchObject({ status: 404 });
  expect(await outcomeOf(end(second.id, scene.supervisor))).toMatchObject({ status: 404 });
});

test('the complaints that a run left undone are found by a filter, in whatever queue they are', async () => {
  const [kept = '', taken = ''] = ids;
  const { id: run } = await begin();
  await scene.act(scene.supervisor, taken, 'offerTransfer');
  await runBulkJobs(api);

  const query = { run, state: 'transfer_offered,in_progress' };
  const { items } = await scene.officer.call(listDeskComplaints, { query });
  expect(items.map(({ id }) => id)).toEqual([taken]);
  expect(await scene.officer.call(totalDeskComplaints, { query })).toEqual({ total: 1 });
  expect(await scene.neighbour.call(totalDeskComplaints, { query })).toEqual({ total: 0 });
  expect(await replyOf(kept)).not.toBeNull();
});

test('a run that was never put away is removed after a month', async () => {
  await begin();
  await runBulkJobs(api);
  await api.services.db.update(bulkRun).set({ beginsAt: new Date(Date.now() - 31 * 24 * 3_600_000) });
  await api.cleanUp();

  expect(await shown()).toBeNull();
});
