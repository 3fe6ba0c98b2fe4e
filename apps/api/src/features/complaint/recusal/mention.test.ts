import { addEvidence, submitComplaint, takeSurvey } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { account, recusal } from '../../../db/schema/tables.ts';
import { recusalSteps } from '../../../../test/access/recusal-steps.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { photo } from '../../../../test/support/media.ts';
import { checkHistory } from '../record/verify-history.ts';
import type { SealedEvent } from '../record/sealed-event.ts';

/*
 * Staff whose full name stands in what a citizen wrote are recused until somebody decides.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let kwame: Person;
let oversight: Person;
beforeAll(async () => {
  oversight = await api.staff('oversight');
});

beforeEach(async () => {
  scene = await createScene(api);
  kwame = await api.staff('officer', scene.mdaId, { firstName: 'Kwame', lastName: 'Mensah' });
});

const { act, open, confirmRecusal, liftRecusal, mailsAbout } = recusalSteps(() => ({ api, scene }));
const title = 'What Kwame Mensah did';
const notFound = { status: 404, code: 'NOT_FOUND' };
const subject = 'A complaint mentions somebody on the staff';

async function recusedStaffOf(id: string): Promise<string[]> {
  const { row, events } = await rowOf(api, id);
  expect(row.version).toBe(events.length);
  expect(checkHistory(row, events as SealedEvent[])).toEqual([]);
  const rows = await api.services.db.select().from(recusal).where(eq(recusal.complaintId, id));
  expect(rows.map(({ accountId }) => accountId).toSorted()).toEqual(row.recusedStaff.toSorted());
  return row.recusedStaff.toSorted();
}

test.each([
  ['title', { title }],
  ['description', { description: '<p>There <em>MENSAH,</em> <strong>kwame</strong> asked for money.</p>' }],
  ['place', { location: 'The office of Kwame Mensah' }],
])('a full name in the %s recuses its owner', async (_, fields) => {
  expect(await recusedStaffOf(await scene.file(fields))).toEqual([kwame.id]);
});

test('the reason of a withdrawal recuses the person whom it mentions', async () => {
  const id = await scene.file();
  await scene.act(scene.citizen, id, 'withdraw', { reason: 'Kwame Mensah told me to.' });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  expect((await rowOf(api, id)).row.state).toBe('withdrawn');
});

test('a survey recuses and unassigns the person whom it mentions', async () => {
  const id = await scene.file();
  await scene.act(kwame, id, 'start');
  await scene.act(kwame, id, 'resolve');
  await scene.citizen.call(takeSurvey, { body: { complaint: id, rating: 1, description: 'Kwame Mensah was rude.' } });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  expect((await rowOf(api, id)).row).toMatchObject({ state: 'resolved', assigneeId: null });
  const quiet = await scene.fileIn('resolved');
  await scene.citizen.call(takeSurvey, { body: { complaint: quiet, rating: 5, description: 'Well done.' } });
  expect(await recusedStaffOf(quiet)).toEqual([]);
});

test('an offered transfer recuses staff of the other MDA whom any words of the citizen mention', async () => {
  const office = scene.neighbour.caller.mdaId ?? '';
  const yaw = await api.staff('officer', office, { firstName: 'Yaw', lastName: 'Boateng' });
  const placed = await scene.file({ location: 'Yaw Boateng’s house' });
  const surveyed = await scene.fileIn('resolved');
  await scene.citizen.call(takeSurvey, { body: { complaint: surveyed, rating: 1, description: 'Ask Yaw Boateng.' } });
  await scene.act(scene.citizen, surveyed, 'reopen');
  for (const id of [placed, surveyed]) {
    expect(await recusedStaffOf(id)).toEqual([]);
    await scene.act(scene.officer, id, 'offerTransfer');
    expect(await recusedStaffOf(id)).toEqual([yaw.id]);
  }
});

test.each(['acceptTransfer', 'declineTransfer', 'withdrawTransfer'] as const)(
  'evidence during a transfer offer recuses the named staff of both MDAs, also after %s',
  async (end) => {
    const office = scene.neighbour.caller.mdaId ?? '';
    const yaw = await api.staff('officer', office, { firstName: 'Yaw', lastName: 'Boateng' });
    const id = await scene.fileIn('transfer_offered');

    const form = { id, text: 'Kwame Mensah shared the money with Yaw Boateng.' };
    await scene.citizen.call(addEvidence, { form, files: { files: [await photo('receipt.png')] } });

    expect(await recusedStaffOf(id)).toEqual([kwame.id, yaw.id].toSorted());
    for (const person of [kwame, yaw]) expect(await failure(open(person, id))).toMatchObject(notFound);
    await scene.act(end === 'withdrawTransfer' ? scene.officer : scene.neighbour, id, end);
    for (const person of [kwame, yaw]) expect(await failure(open(person, id))).toMatchObject(notFound);
  },
);

test.each(['declineTransfer', 'withdrawTransfer'] as const)(
  'a transfer that ends by %s recuses staff of the first MDA who meanwhile got the mentioned name',
  async (end) => {
    const id = await scene.file({ title: 'What Abena Darko did' });
    await scene.act(scene.officer, id, 'offerTransfer');
    const name = { firstName: 'Abena', lastName: 'Darko' };
    await api.services.db.update(account).set(name).where(eq(account.id, kwame.id));

    await scene.act(end === 'withdrawTransfer' ? scene.officer : scene.neighbour, id, end);

    expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  },
);

test('supervisors who are not mentioned get one mail about a mention, without words of the complaint', async () => {
  await api.staff('supervisor', scene.mdaId, { firstName: 'Efua', lastName: 'Sarpong' });
  const id = await scene.file({ title: 'Efua Sarpong and Kwame Mensah' });
  const mails = await mailsAbout(id, subject);
  expect(mails.map(({ to }) => to)).toEqual([scene.supervisor.email]);
  expect(mails[0]?.text).toContain(`/desk/complaint/open/${id}`);
  expect(mails[0]?.text).not.toContain('Efua');
});

test('oversight gets the mail and decides where every supervisor is mentioned', async () => {
  const { id: mda } = await api.mda();
  await api.officer(mda);
  await api.officer(mda);
  const head = await api.staff('supervisor', mda, { firstName: 'Adjoa', lastName: 'Ofori' });
  const id = await scene.file({ mda, title: 'Adjoa Ofori' });
  expect((await mailsAbout(id, subject)).map(({ to }) => to)).toEqual([oversight.email]);
  await act(oversight, id, 'liftRecusal', { person: head.id });
  expect(await open(head, id)).toMatchObject({ id });
});

test('the decision “about them” keeps the person recused, with date and name of the supervisor', async () => {
  const id = await scene.file({ title });
  expect((await open(scene.supervisor, id)).recusedStaff).toEqual([
    {
      id: kwame.id,
      name: 'Kwame Mensah',
      since: api.clock.now().toISOString(),
      why: 'mentioned',
      decidedBy: null,
      reason: null,
    },
  ]);
  const shown = await confirmRecusal(kwame, id);
  expect(shown?.recusedStaff).toMatchObject([
    { id: kwame.id, why: 'mentioned', decidedBy: expect.stringMatching(/^Ada/u) },
  ]);
  expect(shown?.history.at(-1)).toMatchObject({ action: 'confirmRecusal', by: 'officer', text: 'Kwame Mensah' });
  expect(await failure(open(kwame, id))).toMatchObject(notFound);
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
});

test('the decision “mentions them” lets the person see the complaint again, without a reason', async () => {
  const id = await scene.file({ title });
  expect((await act(scene.supervisor, id, 'liftRecusal', { person: kwame.id }))?.recusedStaff).toEqual([]);
  expect(await open(kwame, id)).toMatchObject({ id });
  expect(await recusedStaffOf(id)).toEqual([]);
});

test('a mention is confirmed once, and lifting it needs a reason from then on', async () => {
  const id = await scene.file({ title });
  await confirmRecusal(kwame, id);
  expect(await failure(confirmRecusal(kwame, id))).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(await failure(act(scene.supervisor, id, 'liftRecusal', { person: kwame.id }))).toMatchObject({
    status: 400,
    fields: { reason: expect.any(String) },
  });
  await liftRecusal(kwame, id);
  expect(await open(kwame, id)).toMatchObject({ id });
});

test('a recusal by hand has a reason and needs no confirmation', async () => {
  const id = await scene.file();
  await act(scene.supervisor, id, 'recuse', { person: kwame.id, reason: 'His brother.' });
  expect((await open(scene.supervisor, id)).recusedStaff).toMatchObject([{ why: 'by_hand', reason: 'His brother.' }]);
  expect(await failure(confirmRecusal(kwame, id))).toMatchObject({ status: 409 });
  expect(await mailsAbout(id, subject)).toEqual([]);
});

test('neither an officer nor a mentioned supervisor can decide on a mention', async () => {
  const efua = await api.staff('supervisor', scene.mdaId, { firstName: 'Efua', lastName: 'Sarpong' });
  const id = await scene.file({ title: 'Efua Sarpong and Kwame Mensah' });
  for (const action of ['confirmRecusal', 'liftRecusal'] as const) {
    expect(await failure(act(scene.officer, id, action, { person: kwame.id }))).toMatchObject({ status: 403 });
    expect(await failure(act(efua, id, action, { person: efua.id }))).toMatchObject(notFound);
  }
});

test('new words after “mentions them” recuse the person again; a transfer of the old words does not', async () => {
  const id = await scene.file({ title });
  await act(scene.supervisor, id, 'liftRecusal', { person: kwame.id });
  await scene.act(scene.officer, id, 'offerTransfer');
  await scene.act(scene.neighbour, id, 'acceptTransfer');
  await act(scene.neighbour, id, 'offerTransfer', { mda: scene.mdaId, reason: 'Yours.' });
  await act(scene.officer, id, 'acceptTransfer');
  expect(await recusedStaffOf(id)).toEqual([]);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'ask');
  await scene.act(scene.citizen, id, 'answer', { text: 'Ask Kwame Mensah himself.' });
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
});

test('a complaint with files, sent twice under one key, recuses once', async () => {
  const form = scene.fields({ title });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = async () =>
    scene.citizen.call(submitComplaint, { form, files: { files: [await photo('a.png')] } }, { headers });
  const { id } = await send();
  expect((await send()).id).toBe(id);
  expect(await recusedStaffOf(id)).toEqual([kwame.id]);
  expect(await mailsAbout(id, subject)).toHaveLength(1);
});
