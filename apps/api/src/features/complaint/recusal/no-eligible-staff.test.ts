import { updateStaff } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { recusalSteps } from '../../../../test/access/recusal-steps.ts';
import { failure } from '../../../../test/support/failure.ts';
import { verifyHistory } from '../record/verify-history.ts';

/*
 * Complaints that nobody of an MDA may see, or too few to keep each other honest.
 */

let api: TestApp;
let scene: Scene;
let oversight: Person;
/** Another member of oversight: nobody is notified of their own step. */
let inspector: Person;
let administrator: Person;
beforeAll(async () => {
  const plenty = { max: 1_000_000, seconds: 60 };
  api = await createTestApp({ now: '2026-05-04T09:00:00Z', rates: { session: plenty, network: plenty } });
  [oversight, administrator] = [await api.staff('oversight'), await api.staff('administrator')];
  inspector = await api.staff('oversight');
});
afterAll(() => api.close());
beforeEach(async () => {
  scene = await createScene(api);
});

const { act, open, recuse, mailsAbout } = recusalSteps(() => ({ api, scene }));
const recuseAll = async (id: string) => {
  for (const person of [scene.officer, scene.supervisor]) await recuse(person, id, inspector);
};
const neighbours = () => scene.neighbour.caller.mdaId ?? '';
const give = (id: string, mda = neighbours()) => act(inspector, id, 'decideTransfer', { mda, reason: 'Nobody left.' });
/** Addresses that got a mail with this subject about a complaint. */
const mailed = async (id: string, subject: string) =>
  (await mailsAbout(id, subject)).map(({ to }) => to).filter((to) => to !== inspector.email);
const nobody = 'Nobody can deal with a complaint';
const one = 'One person alone at an MDA can see its complaint';
const noSupervisor = 'No supervisor can see a complaint';

describe('oversight', () => {
  test.each(['received', 'in_progress', 'awaiting_citizen', 'transfer_offered'] as const)(
    'oversight moves a complaint that is %s and has no eligible staff to another MDA',
    async (state) => {
      const id = await scene.fileIn(state);
      await recuse(scene.officer, id, oversight);
      expect((await open(oversight, id)).allowed).not.toContain('decideTransfer');
      expect(await failure(give(id))).toMatchObject({ status: 409, code: 'STATE_FORBIDS' });
      await recuse(scene.supervisor, id, oversight);
      expect((await open(oversight, id)).allowed).toContain('decideTransfer');
      expect(await failure(give(id, scene.mdaId))).toMatchObject({ status: 400, fields: { mda: expect.any(String) } });
      const given = await give(id);
      expect(given).toMatchObject({ state: 'received', mda: { id: neighbours() }, offeredTo: null, assignee: null });
      expect(given?.allowed).not.toContain('decideTransfer');
      expect(await open(scene.neighbour, id)).toMatchObject({ id, state: 'received' });
      const faults: string[] = [];
      await verifyHistory(api.services.db, (line) => faults.push(line));
      expect(faults).toEqual([]);
    },
  );

  test('oversight cannot move a closed complaint, and nobody else can move any', async () => {
    const id = await scene.fileIn('resolved');
    await recuseAll(id);
    expect((await open(oversight, id)).allowed).not.toContain('decideTransfer');
    expect(await failure(give(id))).toMatchObject({ status: 409 });
    expect(await failure(act(scene.neighbour, id, 'decideTransfer', { mda: neighbours() }))).toMatchObject({
      status: 403,
    });
  });
});

describe('oversight gets a mail', () => {
  test('oversight gets one mail when one of several eligible staff is left', async () => {
    const [third, fourth] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
    const id = await scene.file();
    for (const person of [scene.officer, third]) await recuse(person, id);
    expect(await mailed(id, one)).toEqual([]);
    await recuse(fourth, id);
    await scene.act(scene.supervisor, id, 'start');
    expect(await mailed(id, one)).toEqual([oversight.email]);
    expect(await mailed(id, nobody)).toEqual([]);
  });

  test('oversight gets a mail when no eligible supervisor is left', async () => {
    await api.officer(scene.mdaId);
    const id = await scene.file();
    await recuse(scene.supervisor, id);
    expect(await mailed(id, noSupervisor)).toEqual([oversight.email]);
    const mail = (await api.outbox()).find((it) => it.subject.startsWith(noSupervisor) && it.text.includes(id));
    expect(mail?.text).not.toContain('No water');
  });

  test('oversight gets a mail when a transfer reaches or returns to an MDA whose staff are all recused', async () => {
    const id = await scene.file();
    await recuseAll(id);
    await give(id);
    const more = await api.staff('supervisor', neighbours());
    expect(await mailed(id, nobody)).toHaveLength(1);
    // Offered to recused staff: they do not see the offer.
    await scene.act(more, id, 'offerTransfer', { mda: scene.mdaId });
    expect(await mailed(id, nobody)).toHaveLength(2);
    await act(more, id, 'withdrawTransfer');
    expect(await mailed(id, nobody)).toHaveLength(2);

    const back = await scene.fileIn('transfer_offered');
    await recuseAll(back);
    // The other MDA may still take it over.
    expect(await mailed(back, nobody)).toEqual([]);
    await act(scene.neighbour, back, 'declineTransfer', { reason: 'Not ours.' });
    expect(await mailed(back, nobody)).toHaveLength(1);
  });

  test.each([
    ['is disabled', async () => ({ disabled: true })],
    ['moves', async () => ({ mda: neighbours() })],
    ['becomes oversight', async () => ({ role: 'oversight' as const })],
  ])('oversight gets a mail when the last eligible member of staff %s', async (_, change) => {
    const [id, done] = [await scene.file(), await scene.fileIn('resolved')];
    const other = await scene.file();
    await recuse(scene.officer, id);
    await recuse(scene.officer, done);
    const body = { id: scene.supervisor.id, version: 1, ...(await change()) };
    const { waiting } = await administrator.call(updateStaff, { body });
    const second = await api.staff('administrator');
    if (waiting) await confirmChange(second, body.id);
    expect(await mailed(id, nobody)).toContain(oversight.email);
    expect(await mailed(done, nobody)).toEqual([]);
    expect(await mailed(other, nobody)).toEqual([]);
  });
});

test('supervisors, or else oversight, get a mail when the assignee recuses themselves', async () => {
  const subject = 'A complaint needs somebody else';
  const [id, other, unassigned] = [await scene.fileIn('in_progress'), await scene.file(), await scene.file()];
  await recuse(scene.officer, unassigned, scene.officer);
  expect(await mailed(unassigned, subject)).toEqual([]);
  await recuse(scene.officer, id, scene.officer);
  expect(await mailed(id, subject)).toEqual([scene.supervisor.email]);
  await scene.act(scene.officer, other, 'start');
  await recuse(scene.supervisor, other);
  await recuse(scene.officer, other, scene.officer);
  expect((await mailed(other, subject)).every((address) => address !== scene.supervisor.email)).toBe(true);
  expect(await mailed(other, subject)).toContain(oversight.email);
});

test('staff who accept a transfer of a complaint that mentions them read only the offer', async () => {
  const mentioned = await api.staff('supervisor', neighbours());
  const id = await scene.file({ description: '<p>Ask Yaw Boateng.</p>' });
  await scene.act(scene.officer, id, 'note', { text: 'Between us' });
  await scene.act(scene.officer, id, 'offerTransfer');
  // Their name is corrected while it waits.
  const name = { firstName: 'Yaw', lastName: 'Boateng' };
  await api.services.db.update(account).set(name).where(eq(account.id, mentioned.id));
  expect(await act(mentioned, id, 'acceptTransfer')).toBeNull();
  expect(await failure(open(mentioned, id))).toMatchObject({ status: 404 });
  expect(await open(scene.neighbour, id)).toMatchObject({ id });
});

test('a member of oversight recuses themselves, and the others still see the complaint', async () => {
  const other = await api.staff('oversight');
  const id = await scene.file();
  expect(await recuse(other, id, other)).toBeNull();
  expect(await failure(open(other, id))).toMatchObject({ status: 404 });
  expect(await open(oversight, id)).toMatchObject({ recusedStaff: [{ id: other.id }] });
  expect(await failure(recuse(oversight, id))).toMatchObject({ status: 400, fields: { person: expect.any(String) } });
});
