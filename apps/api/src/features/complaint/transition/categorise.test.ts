import {
  type ActionInput,
  getComplaint,
  getDeskComplaint,
  listDeskComplaints,
  listNotifications,
  setSlaTarget,
  staffMessage,
  transitionComplaint,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
import { verifyHistory } from '../record/verify-history.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let [roads, water, id] = ['', '', ''];

// A Monday.
beforeEach(async () => {
  scene = await createScene(api);
  const unique = crypto.randomUUID();
  roads = await api.category('complaint', `Roads ${unique}`);
  water = await api.category('complaint', `Water ${unique}`);
  id = await scene.file({ category: roads });
});

async function categorise(body: Omit<ActionInput, 'version'>, by = scene.officer, complaintId = id) {
  const { version } = (await rowOf(api, complaintId)).row;
  return by.call(transitionComplaint, {
    params: { id: complaintId, action: 'categorise' },
    body: { ...body, version },
  });
}
const nameOf = async (categoryId: string) =>
  (await api.pool.query('select name from category where id = $1', [categoryId])).rows[0].name as string;

test('citizen and staff see a corrected category, and the history names the old and the new one', async () => {
  const changes = [{ field: 'category', from: await nameOf(roads), to: await nameOf(water) }];

  const shown = await categorise({ category: water });

  expect(shown).toMatchObject({ state: 'received', category: { id: water } });
  expect(shown?.history.at(-1)).toMatchObject({ action: 'categorise', visibility: 'public', changes });
  const read = await scene.citizen.call(getComplaint, { params: { id } });
  expect(read.category.id).toBe(water);
  expect(read.history.at(-1)).toMatchObject({ action: 'categorise', text: null, reason: null, changes });
});

test('a corrected category notifies and mails its citizen with both names', async () => {
  await categorise({ category: water });

  const { items } = await scene.citizen.call(listNotifications);
  expect(items[0]?.title).toBe('Category or jurisdiction corrected');
  const mail = (await api.outbox()).findLast(({ to }) => to === scene.citizen.email);
  expect(mail?.text).toContain(`Category: from ${await nameOf(roads)} to ${await nameOf(water)}`);
});

test('a corrected category sets the timers to its targets and reports levels already missed', async () => {
  const body = { category: water, acknowledge: 1, reply: 1, resolve: 2, version: 0 };
  await scene.supervisor.call(setSlaTarget, { body });
  const before = (await rowOf(api, id)).row;
  expect(before.resolveDueAt?.toISOString()).toBe('2026-05-25T23:59:59.999Z');

  const shown = await categorise({ category: water });

  expect(shown?.dueAt).toBe('2026-05-06T23:59:59.999Z');
  expect(shown?.timers.map(({ days }) => days)).toEqual([1, 1, 2]);
  const { row } = await rowOf(api, id);
  expect(row.resolveDueAt?.toISOString()).toBe('2026-05-06T23:59:59.999Z');
  expect(row.nextReminderAt).toEqual(api.clock.now());
  await processSlaReminders(api.services);
  expect((await rowOf(api, id)).row.nextReminderAt?.getTime()).toBeGreaterThan(api.clock.now().getTime());
});

test('a queue filtered by category follows a correction', async () => {
  const listed = async (category: string) =>
    (await scene.officer.call(listDeskComplaints, { query: { category } })).items.map((item) => item.id);

  await categorise({ category: water });

  expect(await listed(roads)).toEqual([]);
  expect(await listed(water)).toEqual([id]);
});

test('an officer corrects the jurisdiction alone', async () => {
  const { id: mda, jurisdictionIds } = await api.mda({ jurisdictions: ['North', 'South'] });
  const [north = '', south = ''] = jurisdictionIds;
  const officer = await api.officer(mda);
  const complaintId = await scene.file({ mda, mdaJurisdiction: north, category: roads });

  const shown = await categorise({ category: roads, jurisdiction: south }, officer, complaintId);

  expect(shown?.jurisdiction).toEqual({ id: south, name: 'South' });
  expect(shown?.history.at(-1)?.changes).toEqual([{ field: 'jurisdiction', from: 'North', to: 'South' }]);
  const mail = (await api.outbox()).findLast(({ to }) => to === scene.citizen.email);
  expect(mail?.text).toContain('Jurisdiction: from North to South');
});

test('a category or jurisdiction that the MDA lacks, or the present one, is refused without a change', async () => {
  const { jurisdictionIds } = await api.mda({ jurisdictions: ['East'] });
  const before = await rowOf(api, id);
  const refused = async (body: Omit<ActionInput, 'version'>) => outcomeOf(categorise(body));

  expect(await refused({ category: roads })).toMatchObject({ status: 400, message: staffMessage.filedSame });
  for (const category of [crypto.randomUUID(), await api.category('feedback')])
    expect(await refused({ category })).toMatchObject({ status: 400, fields: { category: 'Invalid input.' } });
  for (const jurisdiction of [crypto.randomUUID(), jurisdictionIds[0]])
    expect(await refused({ category: water, jurisdiction })).toMatchObject({
      status: 400,
      fields: { jurisdiction: 'This jurisdiction does not belong to the MDA selected.' },
    });

  expect(await rowOf(api, id)).toEqual(before);
});

test('the second of two simultaneous corrections gets 409 with what happened since', async () => {
  const { version } = (await rowOf(api, id)).row;
  const call = () =>
    outcomeOf(
      scene.officer.call(transitionComplaint, {
        params: { id, action: 'categorise' },
        body: { category: water, version },
      }),
    );

  const outcomes = await Promise.all([call(), call()]);

  expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
  expect(outcomes.find((outcome) => outcome !== 'success')).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
});

test('a merged complaint keeps its category, also when its parent’s is corrected', async () => {
  const parent = await scene.file({ category: roads });
  await scene.act(scene.officer, id, 'merge', { parent });

  expect(await outcomeOf(categorise({ category: water }))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
  await categorise({ category: water }, scene.officer, parent);

  expect((await scene.citizen.call(getComplaint, { params: { id } })).category.id).toBe(roads);
});

test('recused staff who try to correct a category get 404, as for an unknown complaint', async () => {
  await scene.act(scene.supervisor, id, 'recuse', { person: scene.officer.id });

  expect(await outcomeOf(categorise({ category: water }))).toMatchObject({ status: 404 });
});

test('verification finds a category that was changed without an event', async () => {
  await categorise({ category: water });
  await api.pool.query('update complaint set category_id = $1 where id = $2', [roads, id]);
  const { trackingId } = await scene.officer.call(getDeskComplaint, { params: { id } });

  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));

  expect(faults).toEqual([expect.stringContaining(`${trackingId} row differs: its category is ${roads}`)]);
});
