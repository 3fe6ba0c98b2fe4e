import {
  answerComplaint,
  appealComplaint,
  type DeskComplaint,
  getComplaint,
  getDeskComplaint,
  type IdentityAccess,
  message,
  submitComplaint,
  updateMda,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { account, mda } from '../../../db/schema/tables.ts';
import { eraseAccount } from '../../people/privacy/erase-account.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { createScene, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import type { Person } from '../../../../test/support/people.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';

/*
 * The setting of each MDA that shows staff a named citizen's name and contact data without a request.
 */

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let citizen: Person;
let colleague: Person;
let oversight: Person;
beforeEach(async () => {
  scene = await createScene(api);
  citizen = await api.citizen({ firstName: 'Amina', lastName: 'Onyekachukwu' });
  colleague = await api.officer(scene.mdaId);
  oversight = await api.staff('oversight');
});

const setAccess = (identityAccess: IdentityAccess) =>
  api.services.db.update(mda).set({ identityAccess }).where(eq(mda.id, scene.mdaId));
const shown = (person: Person, id: string): Promise<DeskComplaint> => person.call(getDeskComplaint, { params: { id } });
/** Grounds on which each person sees the citizen's identity. */
async function whySeen(id: string) {
  const { officer, supervisor } = scene;
  const readers = Object.entries({ officer, colleague, supervisor, oversight });
  const why = readers.map(async ([name, it]) => [name, (await shown(it, id)).citizen.identity?.because ?? null]);
  return Object.fromEntries(await Promise.all(why)) as object;
}
const nobody = { officer: null, colleague: null, supervisor: null, oversight: null };

test('the assignee and supervisors see the citizen’s identity by default while the complaint is open', async () => {
  const id = await scene.file({}, citizen);
  expect(await whySeen(id)).toEqual({ ...nobody, supervisor: 'supervisor' });
  await scene.act(scene.officer, id, 'start');
  expect(await whySeen(id)).toEqual({ ...nobody, officer: 'assignee', supervisor: 'supervisor' });
  const seen = await shown(scene.officer, id);
  const whole = { name: 'Amina Onyekachukwu', email: citizen.email, phone: null, until: null };
  expect(seen.citizen).toMatchObject({ name: 'Amina O.', identity: whole });
  expect(seen.allowed).not.toContain('requestIdentity');
  const ask = takeStep(api, scene.officer, id, 'requestIdentity', { reason: 'x' });
  expect(await outcomeOf(ask)).toMatchObject({
    status: 409,
    message: 'This was done or decided meanwhile. Look at what changed.',
  });
  await scene.act(scene.officer, id, 'proposeRejection');
  await scene.act(scene.supervisor, id, 'reject');
  expect(await whySeen(id)).toEqual(nobody);
  await citizen.call(appealComplaint, { body: { id, reason: 'Nobody came.' } });
  expect(await whySeen(id)).toEqual(nobody);
});

test('the audit trail records each view of an identity, and no view without one', async () => {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  for (const person of [scene.officer, colleague]) await shown(person, id);
  const looks = async (person: Person) =>
    (await auditedBy(api, person)).filter((it) => it.objectId === id && it.action === 'complaint.identity-viewed');
  expect([(await looks(scene.officer)).length, (await looks(colleague)).length]).toEqual([1, 0]);
});

test('no other reply, export, notification or mail contains the identity, even for staff who may see it', async () => {
  await api.services.db.update(account).set({ phone: '+234 803 555 0192' }).where(eq(account.id, citizen.id));
  const id = await scene.file({ callPhone: '+234 803 555 0177' }, citizen);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'ask');
  await citizen.call(answerComplaint, { body: { id, text: 'On Monday.' } });
  const lists = ['complaint', 'complaint?q=Onyekachukwu', `complaint/${id}/similar`, `complaint/${id}/earlier`];
  const exports_ = ['report/export?from=2026-05-01&to=2026-05-31', 'audit', 'audit/export'];
  const paths = [...[...lists, ...exports_].map((it) => `/api/desk/${it}`), '/api/notification'];
  const read = async ({ token }: Person, url: string) =>
    (await api.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).payload;
  const readers = [scene.officer, colleague, scene.supervisor, oversight];
  const answers = await Promise.all([
    ...readers.flatMap((it) => paths.map((path) => read(it, path))),
    ...[colleague, oversight].map((it) => read(it, `/api/desk/complaint/${id}`)),
  ]);
  expect(answers[0]).toContain('Amina O.');
  const mails = (await api.outbox()).filter((it) => it.to !== citizen.email);
  expect(mails).not.toEqual([]);
  const told = [...answers, JSON.stringify(mails)];
  for (const secret of ['Onyekachukwu', citizen.email, '555 0192', '555 0177'])
    expect(told.filter((it) => it.includes(secret))).toEqual([]);
});

test('a transfer ends access to the citizen’s identity', async () => {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'offerTransfer');
  const offered = await shown(scene.neighbour, id);
  expect(offered.citizen.identity).toBeNull();
  await scene.act(scene.neighbour, id, 'acceptTransfer');
  expect(await outcomeOf(shown(scene.officer, id))).toMatchObject({ status: 404 });
  expect((await shown(scene.neighbour, id)).citizen.identity).toBeNull();
});

test('the setting two-person shows the identity to nobody, and open to all staff of the MDA, even when closed', async () => {
  const id = await scene.file({}, citizen);
  await scene.act(scene.officer, id, 'start');
  await setAccess('two-person');
  expect(await whySeen(id)).toEqual(nobody);
  await scene.act(scene.officer, id, 'resolve');
  await setAccess('open');
  expect(await whySeen(id)).toEqual({ officer: 'open', colleague: 'open', supervisor: 'open', oversight: null });
});

test.each(['assigned', 'open'] as const)(
  'the setting %s shows nobody the citizen of a confidential complaint',
  async (access) => {
    await setAccess(access);
    const id = await scene.file({ identity: 'confidential' }, citizen);
    await scene.act(scene.officer, id, 'start');
    expect(await whySeen(id)).toEqual(nobody);
  },
);

test('the assignee sees the number to call while the complaint is open, and an erasure removes it', async () => {
  await setAccess('two-person');
  const callPhone = '+234 803 555 0177';
  const id = await scene.file({ callPhone }, citizen);
  await scene.act(scene.officer, id, 'start');
  const seen = await Promise.all([scene.officer, colleague, scene.supervisor].map((it) => shown(it, id)));
  expect(seen.map((it) => it.callPhone)).toEqual([callPhone, null, null]);
  expect((await auditedBy(api, scene.officer)).map((it) => it.action)).toContain('complaint.identity-viewed');
  expect((await citizen.call(getComplaint, { params: { id } })).callPhone).toBe(callPhone);
  const other = await scene.file({ callPhone }, citizen);
  await scene.act(scene.officer, other, 'start');
  await scene.act(scene.officer, other, 'resolve');
  expect((await shown(scene.officer, other)).callPhone).toBeNull();
  await eraseAccount(api.services, citizen.id);
  expect((await shown(scene.officer, id)).callPhone).toBeNull();
});

test('a number to call is refused in a confidential complaint', async () => {
  const form = scene.fields({ callPhone: '0803 555 0177', identity: 'confidential' });
  expect(await outcomeOf(citizen.call(submitComplaint, { form }))).toMatchObject({
    fields: { callPhone: message.unwantedContact },
  });
});

test('an administrator changes the setting, and the audit trail records it', async () => {
  const administrator = await api.staff('administrator');
  const form = { identityAccess: 'two-person', version: '1' } as const;
  const changed = await administrator.call(updateMda, { params: { id: scene.mdaId }, form });
  expect(changed.identityAccess).toBe('two-person');
  // The form sends the setting along with a new name.
  api.clock.advance(1);
  await administrator.call(updateMda, { params: { id: scene.mdaId }, form: { ...form, name: 'Roads', version: '2' } });
  const entries = (await auditedBy(api, administrator)).filter((it) => it.action === 'mda.changed');
  expect(entries.map(({ detail }) => detail?.['identityAccess'])).toEqual(['assigned → two-person', undefined]);
  const wrong = { ...form, identityAccess: 'all' as never };
  const refused = administrator.call(updateMda, { params: { id: scene.mdaId }, form: wrong });
  expect(await outcomeOf(refused)).toMatchObject({ status: 400 });
});
