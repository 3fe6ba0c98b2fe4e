import { answerComplaint, createStaff, submitComplaint, updateStaff } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { photo } from '../../../test/support/media.ts';
import { checkHistory } from '../complaint/history/check-history.ts';
import type { ChainedEvent } from '../complaint/history/event-chain.ts';

/*
 * Somebody who comes to an MDA, or is called otherwise, is looked for in what lies there.
 */

let api: TestApp;
let scene: Scene;
let administrator: Person;
beforeAll(async () => {
  api = await createTestApp({ now: '2026-05-04T09:00:00Z' });
  administrator = await api.staff('administrator');
});
afterAll(() => api.close());

beforeEach(async () => {
  scene = await createScene(api);
});

const title = 'What Kwame Mensah did';
const kwame = { firstName: 'Kwame', lastName: 'Mensah' };

/** From whom it is kept once all jobs have run. */
async function recusedStaffOf(id: string): Promise<string[]> {
  await api.runJobs();
  const { row, events } = await rowOf(api, id);
  expect(checkHistory(row, events as ChainedEvent[])).toEqual([]);
  return row.recusedStaff;
}

const change = (id: string, body: object, version = 1) =>
  administrator.call(updateStaff, { body: { id, version, ...body } });

test('who is invited', async () => {
  const id = await scene.file({ title });
  expect(await recusedStaffOf(id)).toEqual([]);
  const name = { first_name: 'Kwame', last_name: 'Mensah' };
  const email = `${crypto.randomUUID()}@staff.example`;
  const body = { ...name, email, role: 'officer' as const, mda: scene.mdaId };
  const staff = await administrator.call(createStaff, { body });
  expect(await recusedStaffOf(id)).toEqual([staff.id]);
});

test('who is moved, also to where it is offered', async () => {
  const id = await scene.file({ title });
  const offered = await scene.file({ title, mda: scene.neighbour.caller.mdaId ?? '' });
  await scene.act(scene.neighbour, offered, 'offerTransfer', { mda: scene.mdaId });
  const person = await api.staff('officer', (await api.mda()).id, kwame);
  await change(person.id, { mda: scene.mdaId });
  expect(await recusedStaffOf(id)).toEqual([person.id]);
  expect(await recusedStaffOf(offered)).toEqual([person.id]);
});

test('who is renamed', async () => {
  const id = await scene.file({ title });
  const person = await api.staff('supervisor', scene.mdaId, { firstName: 'Kwame', lastName: 'Addo' });
  await change(person.id, { last_name: 'Mensáh' });
  expect(await recusedStaffOf(id)).toEqual([person.id]);
});

test('who comes back', async () => {
  const person = await api.staff('officer', scene.mdaId, kwame);
  await change(person.id, { disabled: true });
  const id = await scene.file({ title });
  expect(await recusedStaffOf(id)).toEqual([]);
  await change(person.id, { disabled: false }, 2);
  expect(await recusedStaffOf(id)).toEqual([person.id]);
});

test('everybody, every night: what was there before this was, but for what somebody was let see', async () => {
  const person = await api.staff('officer', scene.mdaId, kwame);
  const before = async (given: object, name = 'proof.png') => {
    const files = [await photo(name)];
    return (await scene.citizen.call(submitComplaint, { form: scene.fields(given), files: { files } })).id;
  };
  const said = await before({ description: '<p>There was MENSAH, Kwame.</p>' });
  const place = await before({ location: 'Room of Kwame K. Mensah' });
  const named = await before({}, 'kwame_mensah.png');
  const answered = await scene.fileIn('awaiting_citizen');
  await scene.citizen.call(answerComplaint, { body: { id: answered, text: 'It was Kwame Mensah' } });
  const apart = await before({ title: 'Mensah and Kwame' });
  const closed = await scene.fileIn('rejected', { title: 'Nothing' });
  await api.services.db.execute(sql`update complaint set title = ${title} where id = ${closed}`);
  const seen = await scene.file({ title });
  await scene.act(scene.supervisor, seen, 'liftRecusal', { person: person.id });
  // As a version would have left them that did not look.
  await api.services.db.execute(sql`update complaint set recused_staff = '{}'`);
  const versions = async () =>
    Promise.all([said, place, named, answered].map(async (id) => (await rowOf(api, id)).row.version));

  await api.services.jobs.add(api.services.db, 'keep-from-staff', {});
  for (const id of [said, place, named, answered]) expect(await recusedStaffOf(id)).toEqual([person.id]);
  for (const id of [apart, closed, seen]) expect(await recusedStaffOf(id)).toEqual([]);
  const once = await versions();
  await api.services.jobs.add(api.services.db, 'keep-from-staff', {});
  await api.runJobs();
  expect(await versions()).toEqual(once);
});
