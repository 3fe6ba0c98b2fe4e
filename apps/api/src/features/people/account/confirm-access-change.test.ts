import {
  type AccessChange,
  confirmAccessChange,
  createStaff,
  declineAccessChange,
  inviteAgain,
  staffMessage,
  listStaff,
  resetMfa,
  updateStaff,
} from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { findWaiting } from '../../../../test/support/confirm-change.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { failure } from '../../../../test/support/failure.ts';

const api = sharedTestApp();
let first: Person;
let second: Person;
let oversight: Person;
let mda: string;
beforeAll(async () => {
  [first, second] = [await api.staff('administrator'), await api.staff('administrator')];
  oversight = await api.staff('oversight');
  mda = (await api.mda({ name: 'Ministry of Roads' })).id;
});

const found = async (id: string) => (await first.call(listStaff)).find((it) => it.id === id);
const seen = async (id: string) => (await found(id))?.version ?? 0;
const answer = ({ id, version }: AccessChange, by: Person) => ({
  params: { id },
  body: { currentPassword: by.password, version },
});
const confirm = async (by: Person, id: string, change?: AccessChange) => {
  await by.call(confirmAccessChange, answer(change ?? (await findWaiting(by, id)), by));
  return found(id);
};
const decline = async (by: Person, id: string, change?: AccessChange) => {
  const { id: changeId, version } = change ?? (await findWaiting(by, id));
  return by.call(declineAccessChange, { params: { id: changeId }, query: { version } });
};
const invitations = async (email: string) =>
  (await api.outbox()).filter((it) => it.to === email && it.text.includes('/invitation#'));
const mailsAbout = async (email: string) => (await api.outbox()).filter((it) => it.text.includes(email));
const create = (email: string, role: 'officer' | 'supervisor' | 'administrator' | 'oversight') =>
  first.call(createStaff, { body: { first_name: 'Chidi', last_name: 'Eze', email, role, mda } });

test.each(['supervisor', 'administrator', 'oversight'] as const)(
  'a new %s gets no invitation until a second administrator confirms it',
  async (role) => {
    const email = `${role}@roads.example`;
    const { id, disabled, waiting } = await create(email, role);
    expect([disabled, waiting]).toMatchObject([true, { action: 'access', role, by: { id: first.id } }]);
    expect(await invitations(email)).toEqual([]);
    expect((await mailsAbout(email)).map((it) => it.to)).toEqual(
      expect.arrayContaining([first.email, second.email, oversight.email]),
    );
    expect(await failure(confirm(first, id))).toMatchObject({ status: 409, message: staffMessage.confirmOwn });
    const enabling = first.call(updateStaff, { body: { id, disabled: false, version: await seen(id) } });
    expect(await failure(enabling)).toMatchObject({ status: 409, message: staffMessage.confirmWaits });

    expect(await confirm(second, id)).toMatchObject({ disabled: false, invited: true, waiting: null, role });

    expect(await invitations(email)).toHaveLength(1);
    expect(await auditedBy(api, first)).toContainEqual(
      expect.objectContaining({ action: 'staff.confirmation-requested', objectId: id }),
    );
    expect(await auditedBy(api, second)).toContainEqual(
      expect.objectContaining({ action: 'staff.confirmed', objectId: id }),
    );
  },
);

test('a new officer needs one administrator', async () => {
  expect(await create('clerk@roads.example', 'officer')).toMatchObject({ disabled: false, waiting: null });
});

test.each([
  ['a higher role', { role: 'oversight' as const }],
  ['the role of a supervisor', { role: 'supervisor' as const }],
])('an officer gets %s once it is confirmed, and not when it is declined', async (_, change) => {
  const officer = await api.officer(mda);
  const raise = async () => {
    const { version = 0 } = (await found(officer.id)) ?? {};
    return first.call(updateStaff, { body: { id: officer.id, version, ...change } });
  };
  expect(await raise()).toMatchObject({ role: 'officer', waiting: change });
  await decline(second, officer.id);
  expect(await found(officer.id)).toMatchObject({ role: 'officer', waiting: null });
  await raise();
  expect(await confirm(second, officer.id)).toMatchObject({ ...change, waiting: null });
});

test('enabling a powerful account takes two administrators', async () => {
  const supervisor = await api.staff('supervisor', mda);
  const set = (disabled: boolean, version: number) =>
    first.call(updateStaff, { body: { id: supervisor.id, disabled, version } });
  expect(await set(true, 1)).toMatchObject({ disabled: true, waiting: null });
  // Its undo is a version too.
  const { version = 0 } = (await found(supervisor.id)) ?? {};
  expect(await set(false, version)).toMatchObject({ disabled: true, waiting: { role: 'supervisor' } });
  expect(await confirm(second, supervisor.id)).toMatchObject({ disabled: false });
});

test('a repeated invitation of a powerful account is mailed once it is confirmed', async () => {
  const { id, email } = await create('late@roads.example', 'oversight');
  await confirm(second, id);
  expect(await first.call(inviteAgain, { params: { id } })).toMatchObject({ waiting: { action: 'invitation' } });
  expect(await invitations(email)).toHaveLength(1);
  await confirm(second, id);
  expect(await invitations(email)).toHaveLength(2);
});

test('MFA of a powerful account is reset once confirmed, never by its owner', async () => {
  const third = await api.staff('administrator');
  await api.pool.query('update account set mfa_at = now() where id = $1', [third.id]);
  const body = { currentPassword: first.password };
  const asked = await first.call(resetMfa, { params: { id: third.id }, body });
  expect(asked).toMatchObject({ mfa: true, waiting: { action: 'mfa-reset' } });
  await api.pool.query('update account set mfa_at = null where id = $1', [third.id]);
  expect((await failure(confirm(third, third.id))).status).toBe(409);
  expect((await failure(decline(third, third.id))).status).toBe(409);
  await api.pool.query('update account set mfa_at = now() where id = $1', [third.id]);
  expect(await confirm(second, third.id)).toMatchObject({ mfa: false, waiting: null });
});

test('an administrator with MFA confirms with a code', async () => {
  const { id } = await create('coded@roads.example', 'oversight');
  const coded = await api.staff('administrator');
  await api.pool.query('update account set mfa_at = now() where id = $1', [coded.id]);
  expect(await failure(confirm(coded, id))).toMatchObject({ status: 400, fields: { code: expect.any(String) } });
  const { params, body } = answer(await findWaiting(second, id), second);
  const guess = second.call(confirmAccessChange, { params, body: { ...body, currentPassword: 'not this one' } });
  expect(await failure(guess)).toMatchObject({ status: 400, fields: { currentPassword: expect.any(String) } });
  expect(await found(id)).toMatchObject({ waiting: { action: 'access' } });
});

const changed = { status: 409, code: 'VERSION_CONFLICT' };

test('a change that was withdrawn and requested anew can only be confirmed in its new version', async () => {
  const officer = await api.officer(mda);
  const raise = async (role: 'supervisor' | 'administrator') =>
    first.call(updateStaff, { body: { id: officer.id, version: await seen(officer.id), role } });
  await raise('supervisor');
  const old = await findWaiting(second, officer.id);
  await decline(first, officer.id);
  expect(await failure(confirm(second, officer.id, old))).toMatchObject(changed);
  await raise('administrator');
  const { id } = await findWaiting(second, officer.id);

  expect(await failure(confirm(second, officer.id, old))).toMatchObject(changed);
  expect(await failure(confirm(second, officer.id, { ...old, id }))).toMatchObject(changed);
  expect(await failure(decline(second, officer.id, old))).toMatchObject(changed);

  expect(await found(officer.id)).toMatchObject({ role: 'officer', waiting: { role: 'administrator' } });
});

test('a change is not confirmed after its account got another name meanwhile', async () => {
  const { id, version } = await create('renamed@roads.example', 'supervisor');
  const old = await findWaiting(second, id);
  await first.call(updateStaff, { body: { id, version, first_name: 'Ngozi' } });

  expect(await failure(confirm(second, id, old))).toMatchObject(changed);
});

test.each([
  ['withdrawn', (id: string) => decline(first, id)],
  [
    'void, since the account was moved',
    async (id: string) => first.call(updateStaff, { body: { id, version: await seen(id), mda: (await api.mda()).id } }),
  ],
])('administrators and oversight are mailed when a waiting change is %s', async (_, end) => {
  const { id, email } = await api.officer(mda);
  await first.call(updateStaff, { body: { id, version: 1, role: 'administrator' } });
  await end(id);

  const mails = (await mailsAbout(email)).filter((it) => it.subject.includes('withdrawn'));
  expect(mails.map((it) => it.to)).toEqual(expect.arrayContaining([first.email, second.email, oversight.email]));
});
