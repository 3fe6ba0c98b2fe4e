import { type Action, listDeskComplaints, listEvents, staffMessage } from '@baraza/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { createProgram } from '../../../../test/support/programs.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { transitionComplaint } from '../../complaint/transition/transition-complaint.ts';
import { appendToLog, batch } from '../../log/append-to-log.ts';
import { writeWentBackAt } from '../../log/log.store.ts';

const api = sharedTestApp();
let scene: Scene;
let reader: Awaited<ReturnType<typeof createProgram>>;
let start: string;
beforeAll(async () => {
  scene = await createScene(api);
  reader = await createProgram(api, { mdaId: scene.mdaId, scopes: ['event:read'] });
});
beforeEach(async () => {
  ({ next: start } = await readOn(undefined));
});

/** Reads pages until none follows, after all waiting events are in the log. */
async function readOn(after: string | undefined, by = reader) {
  while ((await appendToLog(api.services)) === batch);
  const items = [];
  let page = await by.call(listEvents, { query: { after } });
  for (;;) {
    items.push(...page.items);
    if (!page.more) return { items, next: page.next };
    page = await by.call(listEvents, { query: { after: page.next } });
  }
}
const idsIn = async (after: string, by = reader) => (await readOn(after, by)).items.map(({ id }) => id);

test('the feed tells of each step of a complaint once, without words and names', async () => {
  const id = await scene.fileIn('in_progress', { title: 'canary-words' });
  const { trackingId } = (await rowOf(api, id)).row;
  const { items, next } = await readOn(start);
  const data = (version: number) => ({ id, trackingId, version });
  expect(items).toEqual([
    { id: `${id}-1`, type: 'complaint.submit', timestamp: expect.any(String), data: data(1) },
    { id: `${id}-2`, type: 'complaint.start', timestamp: expect.any(String), data: data(2) },
  ]);
  expect(await idsIn(next)).toEqual([]);
  await scene.act(scene.officer, id, 'note');
  expect(await idsIn(next)).toEqual([`${id}-3`]);
});

test('the feed is in the audit trail under the name of the program, each complaint once an hour', async () => {
  const by = await createProgram(api, { mdaId: scene.mdaId, scopes: ['event:read'] });
  const lists = async () => (await auditedBy(api, by)).map(({ action, detail }) => [action, detail?.['shown']]);
  const id = await scene.fileIn('in_progress');
  const { trackingId } = (await rowOf(api, id)).row;
  const { next } = await readOn(start, by);
  await scene.act(scene.officer, id, 'note');
  expect(await idsIn(next, by)).toEqual([`${id}-3`]);
  expect(await idsIn((await readOn(next, by)).next, by)).toEqual([]);
  expect(await lists()).toEqual([['complaint.listed', trackingId]]);
  api.clock.advance(61 * 60_000);
  await readOn(next, by);
  expect(await lists()).toHaveLength(2);
});

test('an event that commits after a later one is not missed', async () => {
  const [slow, fast] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  const { next } = await readOn(start);
  let between = '';
  const note = (complaintId: string) => ({ action: 'note' as Action, complaintId, version: 2, text: 'Words' });
  await api.services.db.transaction(async (db) => {
    await transitionComplaint({ ...api.services, db }, scene.officer.caller, note(slow));
    await scene.act(scene.officer, fast, 'note');
    const early = await readOn(next);
    expect(early.items.map(({ id }) => id)).toEqual([`${fast}-3`]);
    between = early.next;
  });
  expect(await idsIn(between)).toEqual([`${slow}-3`]);
});

test('events of one complaint stand in their order, wherever the database keeps those that wait', async () => {
  const id = await scene.fileIn('in_progress');
  const { next } = await readOn(start);
  // The second note takes the room of what was before the first.
  await api.pool.query(`insert into log_pending select 'audit', gen_random_uuid(), 0, '' from generate_series(1, 400)`);
  await scene.act(scene.officer, id, 'note', { version: 2 });
  await api.pool.query(`delete from log_pending where entry = ''`);
  await api.pool.query('vacuum log_pending');
  await scene.act(scene.officer, id, 'note', { version: 3 });

  expect(await idsIn(next)).toEqual([`${id}-3`, `${id}-4`]);
});

test('a step that commits after a later one is listed by the next updatedSince', async () => {
  const [slow, fast] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
  const list = async (updatedSince: string) =>
    (await scene.officer.call(listDeskComplaints, { query: { updatedSince, limit: 100 } })).items;
  let last = '';
  await api.services.db.transaction(async (db) => {
    const note = { action: 'note', complaintId: slow, version: 2, text: 'Words' } as const;
    await transitionComplaint({ ...api.services, db }, scene.officer.caller, note);
    api.clock.advance(60_000);
    await scene.act(scene.officer, fast, 'note', { version: 2 });
    last = (await list(api.clock.now().toISOString())).at(-1)!.updatedAt;
  });

  expect((await list(last)).find(({ id }) => id === slow)).toMatchObject({ version: 3 });
  api.clock.advance(16 * 60_000);
  expect(await list(api.clock.now().toISOString())).toEqual([]);
});

test('nobody reads events of another MDA or of a complaint that the person of contact is recused from', async () => {
  const contact = await api.officer(scene.mdaId);
  const ofContact = await createProgram(api, { mdaId: scene.mdaId, contactId: contact.id, scopes: ['event:read'] });
  const foreign = await createProgram(api, { mdaId: (await api.mda()).id, scopes: ['event:read'] });
  const id = await scene.file();
  expect(await idsIn(start, ofContact)).toEqual([`${id}-1`]);
  await scene.act(scene.supervisor, id, 'recuse', { person: contact.id });
  expect(await idsIn(start, ofContact)).toEqual([]);
  expect(await idsIn(start, foreign)).toEqual([]);
  expect(await idsIn(start)).toEqual([`${id}-1`, `${id}-2`]);
});

test('a page ends after 200 events, and the next goes on behind them', async () => {
  const id = await scene.fileIn('in_progress');
  for (let version = 2; version < 212; version += 1) await scene.act(scene.officer, id, 'note', { version });
  await readOn(start);
  const page = await reader.call(listEvents, { query: { after: start } });
  expect([page.items.length, page.more]).toEqual([200, true]);
  const rest = await idsIn(page.next);
  expect([rest.length, rest.at(-1)]).toEqual([12, `${id}-212`]);
});

test('the feed needs its scope, and refuses a place that is none', async () => {
  const without = await createProgram(api, { mdaId: scene.mdaId, scopes: ['complaint:read'] });
  expect((await failure(without.call(listEvents))).code).toBe('SCOPE_MISSING');
  expect((await failure(reader.call(listEvents, { query: { after: 'x' } }))).status).toBe(400);
});

test('a place from before a restore is refused, since events may have taken its place', async () => {
  await writeWentBackAt(api.services.db, api.clock.now());
  const refused = await failure(reader.call(listEvents, { query: { after: start } }));
  expect(refused.fields).toEqual({ after: staffMessage.eventsRestored });
  expect((await reader.call(listEvents)).next).toContain(`.${api.clock.now().getTime()}`);
});
