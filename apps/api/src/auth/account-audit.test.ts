import {
  confirmMfa,
  endSession,
  endMfa,
  forgotPassword,
  getUser,
  listSessions,
  login,
  logout,
  register,
  renewRecoveryCodes,
  resetPassword,
  startMfa,
  updatePassword,
  updateProfile,
  verifyEmail,
} from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { audit } from '../db/schema/tables.ts';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { codeAt } from '../../test/support/authenticator.ts';
import { failure } from '../../test/support/failure.ts';
import { newestCode } from '../../test/support/server/outbox.ts';

const api = sharedTestApp();
let citizen: Person;
let known: ReadonlySet<string>;
beforeEach(async () => {
  citizen = await api.citizen();
  known = new Set((await rows()).map((it) => it.id));
});

const rows = () => api.services.db.select().from(audit);

/** Audit events since the test began, sorted, since chains have no order among each other. */
async function news() {
  const fresh = (await rows()).filter((it) => !known.has(it.id));
  return fresh
    .map(({ action, outcome, actorId, actorRole, detail, network, requestId }) => {
      expect([network, requestId]).toEqual(['127.0.0.1', expect.stringMatching(/^[0-9a-f-]{36}$/u)]);
      return { action, outcome, actorId, actorRole, ...detail };
    })
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

const sortKey = (it: { action: string; outcome: string }) => `${it.action} ${it.outcome}`;

const self = () => ({ actorId: citizen.id, actorRole: 'citizen', outcome: 'done' });

test('the audit trail records a sign-in, a refused one and a sign-out', async () => {
  const credentials = { email: citizen.email, type: 'user' };
  await failure(api.call(login, { body: { ...credentials, password: 'wrong' } }));
  const { token } = await api.call(login, { body: { ...credentials, password: citizen.password } });
  await api.callAs(token)(logout);
  expect(await news()).toEqual([
    { ...self(), action: 'account.signed-in', proof: 'password' },
    { ...self(), action: 'account.signed-in', outcome: 'refused', reason: 'credentials' },
    { ...self(), action: 'account.signed-out' },
  ]);
});

test('a sign-in with an unknown address is recorded without an account and without the address', async () => {
  await failure(api.call(login, { body: { email: 'no@body.example', password: 'wrong', type: 'user' } }));
  expect(await news()).toEqual([
    { actorId: null, actorRole: null, action: 'account.signed-in', outcome: 'refused', reason: 'credentials' },
  ]);
  expect(JSON.stringify(await rows())).not.toContain('no@body.example');
});

test('the audit trail records a wrong password at re-authentication, a changed and a reset password', async () => {
  const password = 'another umbrella 8';
  const pair = { password, confirmPassword: password };
  await failure(citizen.call(updatePassword, { body: { ...pair, currentPassword: 'wrong' } }));
  await citizen.call(updatePassword, { body: { ...pair, currentPassword: citizen.password } });
  await api.call(forgotPassword, { body: { email: citizen.email } });
  const code = newestCode(await api.outbox(), citizen.email);
  const wrong = code === '000000' ? '000001' : '000000';
  await failure(api.call(resetPassword, { body: { ...pair, email: citizen.email, otp: wrong } }));
  await api.call(resetPassword, { body: { ...pair, email: citizen.email, otp: code } });
  expect(await news()).toEqual([
    { ...self(), action: 'account.code-tried', actorRole: null, outcome: 'refused', purpose: 'reset' },
    { ...self(), action: 'account.password-asked', outcome: 'refused' },
    { ...self(), action: 'account.password-changed' },
    { ...self(), action: 'account.password-reset' },
  ]);
  const details = (await rows()).map(({ detail, objectId, objectLabel }) => [detail, objectId, objectLabel]);
  expect(JSON.stringify(details)).not.toMatch(new RegExp(`${code}|${password}`, 'u'));
});

test('the audit trail records a confirmed registration', async () => {
  const form = {
    first_name: 'Efua',
    last_name: 'Mensah',
    email: 'efua@audit.example',
    password: citizen.password,
    confirmPassword: citizen.password,
  };
  await api.call(register, { form });
  const otp = newestCode(await api.outbox(), form.email);
  const { token } = await api.call(verifyEmail, { body: { otp, email: form.email } });
  const { id } = await api.callAs(token)(getUser);
  expect(await news()).toEqual([
    { ...self(), actorId: id, action: 'account.email-confirmed' },
    { ...self(), actorId: id, action: 'account.signed-in', proof: 'code by email' },
  ]);
  expect(JSON.stringify(await rows())).not.toMatch(/efua|mensah/iu);
});

test('the audit trail records changes of the profile and ended sessions', async () => {
  const form = { first_name: 'Ama', last_name: 'Owusu', phone: '+2335550001', email: 'ama@audit.example' };
  await citizen.call(updateProfile, { form: { ...form, currentPassword: citizen.password } });
  const other = await api.call(login, {
    body: { email: citizen.email, password: citizen.password, type: 'user' },
  });
  const session = (await api.callAs(other.token)(listSessions)).find((it) => it.current);
  await citizen.call(endSession, { params: { id: session?.id ?? '' } });
  expect(await news()).toEqual([
    { ...self(), action: 'account.profile-changed', email: true, photo: false },
    { ...self(), action: 'account.session-ended' },
    { ...self(), action: 'account.signed-in', proof: 'password' },
  ]);
});

test('the audit trail records MFA being turned on, used and turned off', async () => {
  const officer = await api.officer((await api.mda()).id);
  const currentPassword = officer.password;
  const { key } = await officer.call(startMfa, { body: { currentPassword } });
  const nextCode = () => {
    api.clock.advance(30_000);
    return codeAt(key, api.clock.now());
  };
  await officer.call(confirmMfa, { body: { code: nextCode() } });
  const body = { email: officer.email, password: officer.password, type: 'mda' };
  await api.call(login, { body: { ...body, code: nextCode() } });
  await officer.call(renewRecoveryCodes, { body: { currentPassword, code: nextCode() } });
  await officer.call(endMfa, { body: { currentPassword, code: nextCode() } });
  const own = { actorId: officer.id, actorRole: 'officer', outcome: 'done' };
  expect(await news()).toEqual([
    { ...own, action: 'account.mfa-begun' },
    { ...own, action: 'account.mfa-off' },
    { ...own, action: 'account.mfa-on' },
    { ...own, action: 'account.recovery-codes-renewed' },
    { ...own, action: 'account.signed-in', proof: expect.any(String) },
  ]);
  expect(JSON.stringify(await rows())).not.toContain(key);
});
