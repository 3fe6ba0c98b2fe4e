import {
  getComplaint,
  getDeskComplaint,
  listComplaints,
  openGuestSession,
  submitGuestComplaint,
  takeOverComplaint,
  takeSurvey,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { fileAsGuest, openAsGuest } from '../../../../test/support/guest.ts';
import { photo } from '../../../../test/support/media.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

const api = sharedTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const pairOf = ({ trackingId, receiptCode }: { trackingId: string; receiptCode: string }) => ({
  body: { trackingId, receiptCode },
});

test('a guest’s complaint moves into the account with files and survey, and its code stops working', async () => {
  const form = { ...scene.fields(), identity: 'confidential' as const, contactName: 'Zainab Bello' };
  const filed = await api.call(submitGuestComplaint, { form, files: { files: [await photo('pump.jpg')] } });
  const guest = await openAsGuest(api, filed);
  for (const action of ['start', 'resolve'] as const) await scene.act(scene.officer, filed.id, action);
  await guest(takeSurvey, { body: { rating: 4, description: 'Quick.', complaint: filed.id } });
  const citizen = await api.citizen();

  expect(await citizen.call(takeOverComplaint, pairOf(filed))).toEqual({ id: filed.id });

  const read = await citizen.call(getComplaint, { params: { id: filed.id } });
  expect(read).toMatchObject({ identity: 'confidential', survey: { rating: 4 } });
  const [picture] = read.attachments;
  const headers = { authorization: `Bearer ${citizen.token}` };
  expect((await api.app.inject({ url: picture?.filePath ?? '', headers })).statusCode).toBe(200);
  expect((await citizen.call(listComplaints, { query: {} })).items).toHaveLength(1);
  expect(await failure(guest(getComplaint, { params: { id: filed.id } }))).toMatchObject({ status: 401 });
  expect(await failure(api.call(openGuestSession, pairOf(filed)))).toMatchObject({ status: 401 });
  const atDesk = await scene.officer.call(getDeskComplaint, { params: { id: filed.id } });
  expect(atDesk.citizen.name).toBe(`Citizen ${filed.trackingId.slice(-4)}`);
  const { rows } = await api.pool.query('select first_name from account where first_name = $1', ['Zainab']);
  expect(rows).toEqual([]);
});

test('only one of two simultaneous take-overs of a guest’s complaint succeeds', async () => {
  const filed = await fileAsGuest(api, scene);
  const people = await Promise.all([api.citizen(), api.citizen()]);

  const outcomes = await Promise.allSettled(people.map((person) => person.call(takeOverComplaint, pairOf(filed))));

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({
    status: 400,
    fields: { receiptCode: 'This ID and code do not belong together.' },
  });
});

test('the complaint of an account cannot be taken over by another', async () => {
  const id = await scene.file();
  const { trackingId } = await scene.citizen.call(getComplaint, { params: { id } });
  const other = await api.citizen();

  const body = { trackingId, receiptCode: '0'.repeat(16) };
  expect(await failure(other.call(takeOverComplaint, { body }))).toMatchObject({ status: 400 });
});

test('a guest’s submission repeated after the take-over files nothing', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const form = { ...scene.fields(), identity: 'anonymous' as const };
  const filed = await api.call(submitGuestComplaint, { form }, { headers });
  const citizen = await api.citizen();
  await citizen.call(takeOverComplaint, pairOf(filed));
  const count = async () => (await api.pool.query('select count(*) from complaint')).rows[0].count;
  const before = await count();

  expect(await failure(api.call(submitGuestComplaint, { form }, { headers }))).toMatchObject({ status: 409 });
  expect(await count()).toBe(before);
});
