import {
  createUnit,
  countDeskComplaints,
  type DeskUpdates,
  getDeskComplaint,
  getReport,
  listAccessChanges,
  listDeskComplaints,
  listEarlierComplaints,
  listNotifications,
  listSimilarComplaints,
  listUnits,
  states,
  submitComplaint,
  totalDeskComplaints,
  undoAccessChange,
  updateUnit,
} from '@baraza/contract';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signFile } from '../../src/files/file.store.ts';
import { changeUnit, leaveUnits } from '../../src/features/reference/unit.store.ts';
import { createScene, rowOf, type Scene, takeStep } from '../support/complaints.ts';
import { failure } from '../support/failure.ts';
import { photo } from '../support/media.ts';
import { outcomeOf } from '../support/outcome.ts';
import { readQueueGaps } from '../support/queue-gaps.ts';
import { createTestApp, type Person, type TestApp } from '../support/server/app.ts';
import { openEventLine } from '../support/server/event-lines.ts';
import { putInUnit } from '../support/units.ts';

/*
 * An officer behind a wall sees the complaints of their own units only, wherever complaints are read. Everybody else sees what
 * they saw before.
 */

let api: TestApp;
let scene: Scene;
let inside: Person;
let elsewhere: Person;
let north: string;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { session: plenty, network: plenty } });
});
afterAll(() => api.close());

beforeEach(async () => {
  scene = await createScene(api);
  [inside, elsewhere] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
  north = await putInUnit(api, scene.mdaId, [inside], { walled: true });
  await putInUnit(api, scene.mdaId, [elsewhere], { walled: true });
});

const moveTo = (id: string, unit: string | null) => takeStep(api, scene.supervisor, id, 'setUnit', { unit });
const open = (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } });

/** Reads everything in which a complaint may appear to an officer. */
async function readAll(person: Person, id: string, besides: string): Promise<Record<string, unknown>> {
  const query = { state: states.join(',') };
  const row = (await rowOf(api, id)).row;
  const counts = await person.call(countDeskComplaints);
  const file = (await api.pool.query<{ id: string }>('select id from file where complaint_id = $1', [id])).rows[0]?.id;
  return {
    list: (await person.call(listDeskComplaints, { query })).items.some((item) => item.id === id),
    search: (await person.call(listDeskComplaints, { query: { ...query, q: 'okapi' } })).items.length > 0,
    tracking: (await person.call(listDeskComplaints, { query: { ...query, q: row.trackingId } })).items.length > 0,
    corrected: (await person.call(listDeskComplaints, { query: { ...query, q: 'okappi' } })).corrected !== undefined,
    total: (await person.call(totalDeskComplaints, { query: { ...query, q: 'okapi' } })).total > 0,
    counts: counts.open > 1 && counts.unassigned > 1,
    detail: (await outcomeOf(open(person, id))) === 'success',
    similar: (await person.call(listSimilarComplaints, { params: { id: besides } })).some((link) => link.id === id),
    earlier: (await person.call(listEarlierComplaints, { params: { id: besides } })).some((link) => link.id === id),
    note: (await outcomeOf(takeStep(api, person, id, 'note', { text: 'Seen.' }))) === 'success',
    file: (await api.app.inject({ url: await fileUrl(person, file!) })).statusCode === 200,
  };
}

const ways = [
  'list',
  'search',
  'tracking',
  'corrected',
  'total',
  'counts',
  'detail',
  'similar',
  'earlier',
  'note',
  'file',
];
const all = (isSeen: boolean) => Object.fromEntries(ways.map((way) => [way, isSeen]));

async function fileUrl(person: Person, id: string): Promise<string> {
  const { rows } = await api.pool.query<{ id: string }>('select id from session where account_id = $1 limit 1', [
    person.id,
  ]);
  const [session, expires] = [rows[0]!.id, String(Math.floor(api.clock.now().getTime() / 1000) + 60)];
  return `/api/file/${id}?${new URLSearchParams({ expires, session, signature: signFile(api.services, id, expires, session) })}`;
}

test('a case of a walled unit exists for its members and for officers without walls, and nowhere for another walled unit', async () => {
  const words = { title: 'A zebra on the road', location: 'Zebra Street' };
  const files = { files: [await photo('zebra.png')] };
  const description = '<p>It is an okapi.</p>';
  const { id } = await scene.citizen.call(submitComplaint, { form: scene.fields({ ...words, description }), files });
  api.clock.advance(60_000);
  const besides = await scene.file(words);
  await moveTo(id, north);

  const members = await readAll(inside, id, id);
  expect({ ...members, counts: true, similar: true, earlier: true }).toEqual(all(true));
  const unwalled = await readAll(scene.officer, id, besides);
  expect(unwalled).toEqual(all(true));
  const south = (await elsewhere.call(listUnits)).find(({ members }) =>
    members.some((member) => member.id === elsewhere.id),
  )!;
  await moveTo(besides, south.id);
  const walledOff = await readAll(elsewhere, id, besides);
  expect(walledOff).toEqual(all(false));
  expect(await elsewhere.call(countDeskComplaints)).toMatchObject({ open: 1, unassigned: 1 });
  expect(await scene.officer.call(countDeskComplaints)).toMatchObject({ open: 2, unassigned: 2 });
  const span = { from: '2026-05-01', to: '2026-05-31' };
  expect(await scene.supervisor.call(getReport, { query: span })).toMatchObject({ total: { received: 2 } });
  expect(await readQueueGaps(api.services.db)).toEqual([]);
});

test('an officer behind a wall sees no case without a unit, and no transfer offered to the MDA', async () => {
  const id = await scene.file();
  const offered = await scene.fileIn('transfer_offered');
  const guest = await api.officer(scene.neighbour.caller.mdaId!);
  await putInUnit(api, scene.neighbour.caller.mdaId!, [guest], { walled: true });

  expect(await failure(open(inside, id))).toMatchObject({ status: 404 });
  expect(await failure(open(guest, offered))).toMatchObject({ status: 404 });
  expect(await open(scene.officer, id)).toMatchObject({ id });
  expect(await open(scene.neighbour, offered)).toMatchObject({ id: offered });
});

test('row security alone hides the rows of other units from an officer behind a wall', async () => {
  const [own, other] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  await moveTo(own, north);
  const scoped = api.services.scoped(`mda:${scene.mdaId}:${north}`);
  const ids = async (table: string, column: string) => {
    const { rows } = await scoped.execute<{ id: string }>(sql.raw(`select distinct ${column} as id from ${table}`));
    return rows.map((row) => row.id);
  };

  expect(await ids('complaint', 'id')).toEqual([own]);
  expect(await ids('complaint_event', 'complaint_id')).toEqual([own]);
  expect(await ids('queue_count', 'unit_id')).toEqual([north]);
  expect(other).not.toBe(own);
});

test('staff behind a wall are not assigned, mentioned in or notified of a case of another unit', async () => {
  const id = await scene.fileIn('in_progress');
  await moveTo(id, north);

  const assigning = takeStep(api, scene.supervisor, id, 'assign', { assignee: elsewhere.id });
  expect(await failure(assigning)).toMatchObject({ status: 400, fields: { assignee: expect.any(String) } });
  await takeStep(api, scene.supervisor, id, 'note', { text: 'Look', mentions: [elsewhere.id] });
  expect((await elsewhere.call(listNotifications)).items).toEqual([]);
  await takeStep(api, scene.supervisor, id, 'assign', { assignee: inside.id });
  const moved = await moveTo(id, null);
  expect(moved).toMatchObject({ unit: null, assignee: null });
});

test('a duplicate of a case behind a wall shows its own status only', async () => {
  const [parent, duplicate] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  await moveTo(duplicate, north);
  await takeStep(api, scene.supervisor, duplicate, 'merge', { parent });
  await scene.act(scene.officer, parent, 'resolve');

  expect(await open(inside, duplicate)).toMatchObject({ parent: null, status: 'Processing' });
  const { items } = await inside.call(listDeskComplaints, { query: { state: 'merged' } });
  expect(items).toMatchObject([{ id: duplicate, status: 'Processing' }]);
});

test('the live line tells officers behind a wall of their own cases, and of one that leaves only that something changed', async () => {
  // A repeated test finds it listening.
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/desk/stream`;
  const line = await openEventLine(url, inside.token);
  const heard = async () => ((await line.next()).data as DeskUpdates).complaints;
  try {
    await scene.file();
    const own = await scene.file();
    await moveTo(own, north);
    expect(await heard()).toEqual([own]);
    await moveTo(own, null);
    expect(await heard()).toEqual([]);
    await scene.act(scene.officer, own, 'start');
    const last = await scene.file();
    await moveTo(last, north);
    expect(await heard()).toEqual([last]);
  } finally {
    line.close();
  }
});

test('taking a wall down is announced, and undoing that puts it up again', async () => {
  const id = await scene.file();
  const unit = (await scene.supervisor.call(listUnits)).find((row) => row.id === north)!;
  const change = (body: object) =>
    scene.supervisor.call(updateUnit, { params: { id: north }, body: { ...body, version: unit.version } });

  const after = await change({ walled: false });

  expect(await open(inside, id)).toMatchObject({ id });
  const [made] = await scene.supervisor.call(listAccessChanges);
  expect(made).toMatchObject({ action: 'unit', subject: { id: north, name: unit.name }, version: after.version });
  const mails = (await api.outbox()).filter((mail) => mail.text.includes(unit.name));
  expect(mails.map((mail) => mail.to)).toContain(scene.supervisor.email);
  expect(await failure(change({ name: 'Late' }))).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
  await scene.supervisor.call(undoAccessChange, { params: { id: made!.id }, body: { version: made!.version } });
  expect(await failure(open(inside, id))).toMatchObject({ status: 404 });
});

test('a new member who sees more is told, and one who sees less is not', async () => {
  const body = { name: 'Second', walled: true, members: [inside.id, scene.officer.id] };

  const second = await scene.supervisor.call(createUnit, { body });

  // The officer without walls sees less by it, the one behind the first wall more.
  expect(second.members.map(({ id }) => id).toSorted()).toEqual([inside.id, scene.officer.id].toSorted());
  expect(await scene.supervisor.call(listAccessChanges)).toMatchObject([
    { action: 'unit', subject: { name: 'Second' } },
  ]);
  expect(await failure(scene.supervisor.call(createUnit, { body }))).toMatchObject({ status: 409 });
});

test('supervisors are told when nobody is left in a walled unit, and still see its cases', async () => {
  const id = await scene.file();
  await moveTo(id, north);

  await leaveUnits(api.services.db, api.services, inside.id, scene.mdaId);

  const mails = (await api.outbox()).filter((mail) => mail.subject === 'A walled unit has nobody left');
  expect(mails.map((mail) => mail.to)).toContain(scene.supervisor.email);
  expect(await open(scene.supervisor, id)).toMatchObject({ id, unit: { id: north } });
});

test('a unit of another MDA can be neither changed nor chosen', async () => {
  const foreign = await putInUnit(api, scene.neighbour.caller.mdaId!, []);
  const id = await scene.file();

  const body = { name: 'Mine', version: 2 };
  expect(await failure(scene.supervisor.call(updateUnit, { params: { id: foreign }, body }))).toMatchObject({
    status: 404,
  });
  expect(await failure(moveTo(id, foreign))).toMatchObject({ status: 400, fields: { unit: expect.any(String) } });
  expect(await changeUnit(api.services.db, scene.mdaId, north, { members: [scene.neighbour.id] })).toBe(true);
  expect((await scene.supervisor.call(listUnits)).find((row) => row.id === north)?.members).toEqual([]);
});
