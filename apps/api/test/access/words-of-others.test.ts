import { deleteAccount, getComplaint, getDeskComplaint } from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../support/server/app.ts';
import { createSlowScene, rowOf, type Scene } from '../support/complaints.ts';
import { verifyHistory } from '../../src/features/complaint/record/verify-history.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
beforeAll(async () => {
  scene = await createSlowScene(api);
});

const leave = (person: Person) => person.call(deleteAccount, { body: { currentPassword: person.password } });
const atDesk = (id: string, by = scene.supervisor) => by.call(getDeskComplaint, { params: { id } });

async function faults(): Promise<string[]> {
  const found: string[] = [];
  await verifyHistory(api.services.db, (line) => found.push(line));
  return found;
}

test('a step that named an erased person keeps a mark, its date and its other facts', async () => {
  const person = await api.citizen({ firstName: 'Zephyrina', lastName: 'Quillfeather' });
  const id = await scene.file({}, person);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.supervisor, id, 'extend', { reason: 'Zephyrina Quillfeather needs a new pump.', days: 5 });
  await scene.act(scene.officer, id, 'offerTransfer', { reason: 'Quillfeather, Zephyrina lives at your road.' });
  await scene.act(scene.neighbour, id, 'acceptTransfer');
  await scene.act(scene.neighbour, id, 'start');
  await scene.act(scene.neighbour, id, 'reply', { text: 'Dear Zephyrina Quillfeather, we come.' });
  const { events: before } = await rowOf(api, id);
  const { dueAt, history: deskHistory } = await atDesk(id, scene.neighbour);
  await leave(person);

  const { events } = await rowOf(api, id);
  expect(events.slice(1).map((it) => it.data)).toEqual(before.slice(1).map((it) => it.data));
  expect(JSON.stringify(events)).not.toMatch(/zephyrina|quillfeather/iu);
  const shown = await atDesk(id, scene.neighbour);
  expect(shown).toMatchObject({ dueAt, reply: 'Dear […], we come.' });
  const steps = shown.history.map(({ action, text, reason, days }) => [action, text, reason, days]);
  const place = deskHistory.find((it) => it.action === 'offerTransfer')?.text;
  expect(steps).toEqual([
    ['submit', null, null, undefined],
    ['start', null, null, undefined],
    ['extend', '[…]', null, 5],
    ['offerTransfer', place, '[…]', undefined],
    ['acceptTransfer', place, null, undefined],
    ['start', null, null, undefined],
    ['reply', '[…]', null, undefined],
  ]);
  expect(shown.history.map((it) => it.actor).slice(1)).toEqual(deskHistory.map((it) => it.actor).slice(1));
  expect(await faults()).toEqual([]);
});

test('the database refuses changes to the data of an erased step, and its digest shows them', async () => {
  const person = await api.citizen({ firstName: 'Wombatina', lastName: 'Ojo' });
  const id = await scene.file({}, person);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.supervisor, id, 'extend', { reason: 'For Wombatina Ojo.', days: 5 });
  await leave(person);
  const forge = `update complaint_event set data = '{"days": 50}' where complaint_id = $1 and action = 'extend'`;
  await expect(api.pool.query(forge, [id])).rejects.toThrow('append-only');
  await api.pool.query('alter table complaint_event disable trigger user');
  await api.pool.query(forge, [id]);
  expect(await faults()).toEqual([expect.stringContaining('event 3 altered')]);
  await api.pool.query(forge.replace('50', '5'), [id]);
  await api.pool.query('alter table complaint_event enable trigger user');
  expect(await faults()).toEqual([]);
});

test('the citizen of a duplicate reads the answers to an erased person without their name', async () => {
  const person = await api.citizen({ firstName: 'Zainab', lastName: 'Okafor' });
  const parent = await scene.file({}, person);
  const duplicate = await scene.file();
  await scene.act(scene.officer, parent, 'start');
  await scene.act(scene.officer, duplicate, 'merge', { parent });
  await scene.act(scene.officer, parent, 'reply', { text: 'Your account of it was not deleted.' });
  const read = async () => scene.citizen.call(getComplaint, { params: { id: duplicate } });
  await leave(person);
  expect((await read()).reply).toBe('Your account of it was not deleted.');
  const other = await api.citizen({ firstName: 'Zainab', lastName: 'Okafor' });
  const second = await scene.file({}, other);
  const late = await scene.file({}, scene.citizen);
  await scene.act(scene.officer, second, 'start');
  await scene.act(scene.officer, late, 'merge', { parent: second });
  await scene.act(scene.officer, second, 'reply', { text: 'Mrs Zainab Okafor, the pipe is open.' });
  await leave(other);
  const shown = await scene.citizen.call(getComplaint, { params: { id: late } });
  expect([shown.reply, shown.history.at(-1)?.text]).toEqual(['Mrs […], the pipe is open.', '[…]']);
});
