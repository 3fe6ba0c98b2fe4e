import { type Action, type ActionInput, actOnComplaint, getDeskComplaint, updateStaff } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../../db/schema/tables.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { failure } from '../../../test/support/failure.ts';
import { verifyHistory } from '../complaint/history/verify-history.ts';

/*
 * What becomes of a complaint of which nobody is left at its MDA, or so few that they could bury it.
 */

let api: TestApp;
let scene: Scene;
let oversight: Person;
let administrator: Person;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { session: plenty, network: plenty } });
  [oversight, administrator] = [await api.staff('oversight'), await api.staff('administrator')];
});
afterAll(() => api.close());
beforeEach(async () => {
  scene = await createScene(api);
});

const open = (person: Person, id: string) => person.call(getDeskComplaint, { params: { id } });
const act = async (person: Person, id: string, action: Action, more: Partial<ActionInput> = {}) => {
  const { version } = (await rowOf(api, id)).row;
  return person.call(actOnComplaint, { params: { id, action }, body: { ...more, version } });
};
const recuse = (from: Person, id: string, by = scene.supervisor) =>
  act(by, id, 'recuse', { person: from.id, reason: 'It is about them.' });
const recuseFromAll = async (id: string) => {
  for (const person of [scene.officer, scene.supervisor]) await recuse(person, id, oversight);
};
const neighbours = () => scene.neighbour.caller.mdaId ?? '';
const give = (id: string, mda = neighbours()) => act(oversight, id, 'decideTransfer', { mda, reason: 'Nobody left.' });
/** Who got a mail with this subject about a complaint. */
const told = async (id: string, subject: string) => {
  const { trackingId } = (await rowOf(api, id)).row;
  return (await api.outbox()).filter((it) => it.subject === `${subject} (${trackingId})`).map((it) => it.to);
};
const nobody = 'Nobody can deal with a complaint';
const few = 'Few can see a complaint';

describe('oversight gives it to another MDA', () => {
  test.each(['received', 'in_progress', 'awaiting_citizen', 'transfer_offered'] as const)('when %s', async (state) => {
    const id = await scene.fileIn(state);
    await recuse(scene.officer, id, oversight);
    expect((await open(oversight, id)).allowed).not.toContain('decideTransfer');
    expect(await failure(give(id))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
    await recuse(scene.supervisor, id, oversight);
    expect((await open(oversight, id)).allowed).toContain('decideTransfer');
    expect(await failure(give(id, scene.mdaId))).toMatchObject({ status: 400, fields: { mda: expect.any(String) } });
    const given = await give(id);
    expect(given).toMatchObject({ state: 'received', mda: { id: neighbours() }, offeredTo: null, assignee: null });
    expect(given.allowed).not.toContain('decideTransfer');
    expect(await open(scene.neighbour, id)).toMatchObject({ id, state: 'received' });
    const faults: string[] = [];
    await verifyHistory(api.services.db, (line) => faults.push(line));
    expect(faults).toEqual([]);
  });

  test('not when it is closed, nor by anybody else', async () => {
    const id = await scene.fileIn('resolved');
    await recuseFromAll(id);
    expect((await open(oversight, id)).allowed).not.toContain('decideTransfer');
    expect(await failure(give(id))).toMatchObject({ status: 409 });
    expect(await failure(act(scene.neighbour, id, 'decideTransfer', { mda: neighbours() }))).toMatchObject({
      status: 403,
    });
  });
});

describe('oversight is told', () => {
  test('when one alone is left of several, and that only once', async () => {
    const [third, fourth] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
    const id = await scene.file();
    for (const person of [scene.officer, third]) await recuse(person, id);
    expect(await told(id, few)).toEqual([]);
    await recuse(fourth, id);
    await scene.act(scene.supervisor, id, 'start');
    expect(await told(id, few)).toEqual([oversight.email]);
    expect(await told(id, nobody)).toEqual([]);
  });

  test('when no supervisor is left', async () => {
    await api.officer(scene.mdaId);
    const id = await scene.file();
    await recuse(scene.supervisor, id);
    expect(await told(id, few)).toEqual([oversight.email]);
    const mail = (await api.outbox()).find((it) => it.subject.startsWith(few) && it.text.includes(id));
    expect(mail?.text).toContain('no supervisor is');
    expect(mail?.text).not.toContain('No water');
  });

  test('when somebody is let see it who is named in it, and not when people had kept it from them', async () => {
    const named = await api.staff('officer', scene.mdaId, { firstName: 'Kwame', lastName: 'Mensah' });
    const id = await scene.file({ title: 'Kwame Mensah asks for money' });
    const subject = 'Somebody named in a complaint sees it';
    const liftRecusal = () => act(scene.supervisor, id, 'liftRecusal', { person: named.id, reason: 'A namesake.' });
    await liftRecusal();
    expect(await told(id, subject)).toEqual([oversight.email]);
    await recuse(named, id);
    await liftRecusal();
    expect(await told(id, subject)).toHaveLength(1);
  });

  test('when a transfer comes to people from whom it was kept already, or comes back to them', async () => {
    const id = await scene.file();
    await recuseFromAll(id);
    await give(id);
    const more = await api.staff('supervisor', neighbours());
    expect(await told(id, nobody)).toHaveLength(1);
    // Offered to whom it was kept from: they do not see that it is.
    await scene.act(more, id, 'offerTransfer', { mda: scene.mdaId });
    expect(await told(id, nobody)).toHaveLength(2);
    await act(more, id, 'withdrawTransfer');
    expect(await told(id, nobody)).toHaveLength(2);

    const back = await scene.fileIn('transfer_offered');
    await recuseFromAll(back);
    expect(await told(back, nobody)).toHaveLength(1);
    await act(scene.neighbour, back, 'declineTransfer', { reason: 'Not ours.' });
    expect(await told(back, nobody)).toHaveLength(2);
  });

  test.each([
    ['is disabled', async () => ({ disabled: true })],
    ['moves', async () => ({ mda: neighbours() })],
    ['becomes oversight', async () => ({ role: 'oversight' as const })],
  ])('when the last who saw it %s', async (_, change) => {
    const [id, done] = [await scene.file(), await scene.fileIn('resolved')];
    const other = await scene.file();
    await recuse(scene.officer, id);
    await recuse(scene.officer, done);
    const body = { id: scene.supervisor.id, version: 1, ...(await change()) };
    await administrator.call(updateStaff, { body });
    expect(await told(id, nobody)).toContain(oversight.email);
    expect(await told(done, nobody)).toEqual([]);
    expect(await told(other, nobody)).toEqual([]);
  });
});

test('whoever had it and keeps it from themselves: supervisors are told, or else oversight', async () => {
  const subject = 'A complaint needs somebody else';
  const [id, other, unassigned] = [await scene.fileIn('in_progress'), await scene.file(), await scene.file()];
  await recuse(scene.officer, unassigned, scene.officer);
  expect(await told(unassigned, subject)).toEqual([]);
  await recuse(scene.officer, id, scene.officer);
  expect(await told(id, subject)).toEqual([scene.supervisor.email]);
  await scene.act(scene.officer, other, 'start');
  await recuse(scene.supervisor, other);
  await recuse(scene.officer, other, scene.officer);
  expect((await told(other, subject)).every((it) => it !== scene.supervisor.email)).toBe(true);
  expect(await told(other, subject)).toContain(oversight.email);
});

test('whoever takes over what names them is answered, with no more than they were offered', async () => {
  const named = await api.staff('supervisor', neighbours());
  const id = await scene.file({ description: '<p>Ask Yaw Boateng.</p>' });
  await scene.act(scene.officer, id, 'note', { text: 'Between us' });
  await scene.act(scene.officer, id, 'offerTransfer');
  // Their name is corrected while it waits.
  const name = { firstName: 'Yaw', lastName: 'Boateng' };
  await api.services.db.update(account).set(name).where(eq(account.id, named.id));
  const taken = await act(named, id, 'acceptTransfer');
  expect(taken).toMatchObject({ id, state: 'received', allowed: [], recusedStaff: [] });
  expect(JSON.stringify(taken.history)).not.toContain('Between us');
  expect(await failure(open(named, id))).toMatchObject({ status: 404 });
  expect(await open(scene.neighbour, id)).toMatchObject({ id });
});

test('somebody of oversight keeps it from themselves, and others of oversight still have it', async () => {
  const other = await api.staff('oversight');
  const id = await scene.file();
  expect(await recuse(other, id, other)).toMatchObject({ id, allowed: [] });
  expect(await failure(open(other, id))).toMatchObject({ status: 404 });
  expect(await open(oversight, id)).toMatchObject({ recusedStaff: [{ id: other.id }] });
  expect(await failure(recuse(oversight, id))).toMatchObject({ status: 400, fields: { person: expect.any(String) } });
});
