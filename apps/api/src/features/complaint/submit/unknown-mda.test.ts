import {
  getComplaint,
  getMdaStats,
  getMdaSummary,
  listAllMdas,
  listContacts,
  listDeskComplaints,
  listGuestChoices,
  listJurisdictions,
  listMdas,
  listNotifications,
  submitComplaint,
  unknownMda,
  updateMda,
  createJurisdiction,
} from '@baraza/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createScene, newsRows, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { fileAsGuest, openAsGuest } from '../../../../test/support/guest.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { seedReferenceData } from '../../office/category/reference-data.ts';
import { readOffices } from '../../public/numbers/numbers.store.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
import { verifyHistory } from '../record/verify-history.ts';

/*
 * Complaints to 'I don't know which office', which oversight assigns.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let oversight: Person;
beforeEach(async () => {
  await seedReferenceData(api.services);
  oversight = await api.staff('oversight');
  scene = await createScene(api);
});

const file = (given: Parameters<Scene['fields']>[0] = {}) =>
  scene.citizen.call(submitComplaint, { form: scene.fields({ mda: unknownMda, ...given }), files: {} });
const atDesk = (person: Person) => person.call(listDeskComplaints, { query: { limit: 100 } });
const sendOn = (id: string, mda = scene.mdaId) =>
  takeStep(api, oversight, id, 'decideTransfer', { mda, reason: 'Theirs.' });

test('a complaint without MDA notifies oversight, and its citizen is mailed that the office is being found', async () => {
  const filed = await file();

  expect(filed).toMatchObject({
    status: 'Pending',
    state: 'transfer_undecided',
    mda: { id: unknownMda, name: 'Office not known yet' },
    dueAt: '2026-05-25T23:59:59.999Z',
    custody: [],
  });
  expect(filed).toMatchObject(await scene.citizen.call(getComplaint, { params: { id: filed.id } }));
  const mail = (await api.outbox()).find((it) => it.subject.includes(filed.trackingId));
  expect(mail?.text).toContain('has arrived. We are finding the right office.');
  expect(await newsRows(api, filed.id)).toContainEqual({
    email: oversight.email,
    kind: 'officeWanted',
    isMailed: true,
  });
  const waiting = await oversight.call(listDeskComplaints, { query: { transfer: 'undecided', limit: 100 } });
  expect(waiting.items.map(({ id }) => id)).toContain(filed.id);
  for (const person of [scene.officer, scene.supervisor, scene.neighbour])
    expect((await atDesk(person)).items).toEqual([]);
});

test('oversight assigns the MDA; the citizen is notified, and no date moves', async () => {
  const { id, dueAt } = await file();
  api.clock.advance(60_000);

  await sendOn(id);

  expect((await atDesk(scene.officer)).items).toMatchObject([{ id, state: 'received' }]);
  const read = await scene.citizen.call(getComplaint, { params: { id } });
  expect(read.history.map(({ action, text }) => [action, text])).toEqual([
    ['submit', null],
    ['decideTransfer', read.mda.name],
  ]);
  expect(read).toMatchObject({ mda: { id: scene.mdaId }, dueAt, custody: [{ mda: read.mda.name, until: null }] });
  const { items } = await scene.citizen.call(listNotifications);
  expect(items.map(({ title }) => title)).toEqual(['Your complaint has moved']);
  const faults: string[] = [];
  await verifyHistory(api.services.db, (line) => faults.push(line));
  expect(faults).toEqual([]);
});

test('mentioned staff are recused as soon as their MDA gets the complaint', async () => {
  const yaw = await api.staff('officer', scene.mdaId, { firstName: 'Yaw', lastName: 'Boateng' });
  const { id } = await file({ description: '<p>Yaw Boateng wanted money.</p>' });
  expect((await rowOf(api, id)).row.recusedStaff).toEqual([]);

  await sendOn(id);

  expect((await rowOf(api, id)).row.recusedStaff).toEqual([yaw.id]);
});

test('a guest can file without knowing the MDA', async () => {
  const receipt = await fileAsGuest(api, { ...scene, fields: () => scene.fields({ mda: unknownMda }) });
  const call = await openAsGuest(api, receipt);
  expect(await call(getComplaint, { params: { id: receipt.id } })).toMatchObject({ state: 'transfer_undecided' });
});

test('a complaint withdrawn before it has an MDA cannot be assigned', async () => {
  const { id } = await file();
  await scene.act(scene.citizen, id, 'withdraw');
  expect(await outcomeOf(sendOn(id))).toMatchObject({ status: 409 });
});

test('reminders of a complaint without MDA go to oversight', async () => {
  const { id } = await file();
  api.clock.advance(3 * 86_400_000);
  await processSlaReminders(api.services);
  const news = (await newsRows(api, id)).filter(({ email }) => email === oversight.email);
  expect(news.map(({ kind }) => kind)).toEqual(['officeWanted', 'acknowledgeLate']);
});

describe('the MDA that stands for none', () => {
  test('the unknown MDA has no jurisdictions', async () => {
    const { jurisdictionIds } = await api.mda({ jurisdictions: ['North'] });
    expect(await outcomeOf(file({ mdaJurisdiction: jurisdictionIds[0] }))).toMatchObject({
      status: 400,
      fields: { mdaJurisdiction: expect.any(String) as string },
    });
  });

  test('no complaint can be transferred to the unknown MDA', async () => {
    const { id } = await file();
    const refused = { status: 400, fields: { mda: expect.any(String) as string } };
    expect(await outcomeOf(sendOn(id, unknownMda))).toMatchObject(refused);
    const offer = { mda: unknownMda, reason: 'Whose?' };
    expect(await outcomeOf(takeStep(api, scene.officer, await scene.file(), 'offerTransfer', offer))).toMatchObject(
      refused,
    );
  });

  test('the unknown MDA is in no list, ranking or public number and cannot be changed', async () => {
    const { id } = await file();
    const admin = await api.staff('administrator');
    const lists = [
      await scene.citizen.call(listMdas),
      await scene.citizen.call(listContacts),
      await scene.citizen.call(getMdaStats),
      await api.call(listGuestChoices),
      await admin.call(listAllMdas),
      await readOffices(api.services.db),
    ];
    for (const list of lists) {
      expect(JSON.stringify(list)).toContain(scene.mdaId);
      expect(JSON.stringify(list)).not.toContain(unknownMda);
    }
    const params = { id: unknownMda };
    for (const call of [
      () => scene.citizen.call(getMdaSummary, { params, query: {} }),
      () => scene.citizen.call(listJurisdictions, { params }),
      () => admin.call(updateMda, { params, form: { name: 'Mine', version: 0 } }),
      () => admin.call(createJurisdiction, { params, body: { name: 'Everywhere' } }),
    ])
      expect(await outcomeOf(call())).toMatchObject({ status: 404 });
    expect((await rowOf(api, id)).row.mdaId).toBe(unknownMda);
  });
});
