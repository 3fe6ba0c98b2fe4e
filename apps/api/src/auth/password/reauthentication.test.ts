import type { AddressInfo } from 'node:net';
import {
  reauthMinutes,
  confirmPassword,
  createStaff,
  endSession,
  getStaffMe,
  listSessions,
  listStaff,
  login,
  removeDemoData,
  signOutStaff,
  updateStaff,
} from '@baraza/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { auditedBy } from '../../../test/support/audited.ts';
import { openEventLine } from '../../../test/support/server/event-lines.ts';
import { failure } from '../../../test/support/failure.ts';

const test = sharedTestApp();
let mdaId: string;
let administrator: Person;
let supervisor: Person;
beforeAll(async () => {
  mdaId = (await test.mda()).id;
});
beforeEach(async () => {
  administrator = await test.staff('administrator');
  supervisor = await test.staff('supervisor', mdaId);
});

const minute = 60_000;
const needed = { status: 403, code: 'REAUTH_REQUIRED', message: 'Please type your password again to go on.' };

/** An export, which is no call of the client. */
async function download(by: Person, url: string) {
  const answer = await test.app.inject({ url, headers: { authorization: `Bearer ${by.token}` } });
  return answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code;
}

/** Everything that weighs much, by somebody who may. */
const grave: [string, () => Promise<unknown>][] = [
  ['the export of a report', () => download(supervisor, '/api/desk/report/export')],
  ['the export of the trail', () => download(supervisor, '/api/desk/audit/export')],
  ['removing the sample data', () => administrator.call(removeDemoData).catch((error) => error.code)],
  [
    'making an account',
    () => {
      const name = { first_name: 'Chidi', last_name: 'Eze', email: `${crypto.randomUUID()}@staff.example` };
      const body = { ...name, role: 'oversight' as const };
      return administrator.call(createStaff, { body }).catch((error) => error.code);
    },
  ],
  [
    'changing an account',
    () => {
      const body = { id: supervisor.id, version: 1, first_name: 'Ngozi' };
      return administrator.call(updateStaff, { body }).catch((error) => error.code);
    },
  ],
];

describe.each(grave)('%s', (_, act) => {
  it('a sensitive action is allowed after a log-in, and later only once the password was typed again', async () => {
    test.clock.advance((reauthMinutes - 1) * minute);
    expect(await act()).not.toBe('REAUTH_REQUIRED');
    test.clock.advance(2 * minute);
    expect(await act()).toBe('REAUTH_REQUIRED');
    for (const { call, password: currentPassword } of [administrator, supervisor])
      await call(confirmPassword, { body: { currentPassword } });
    expect(await act()).not.toBe('REAUTH_REQUIRED');
    test.clock.advance((reauthMinutes + 1) * minute);
    expect(await act()).toBe('REAUTH_REQUIRED');
  });
});

it('ending another of one’s own sessions requires re-authentication, for citizens too', async () => {
  const citizen = await test.citizen();
  for (const [person, type] of [
    [citizen, 'user'],
    [supervisor, 'mda'],
  ] as const) {
    const body = { email: person.email, password: person.password, type };
    const elsewhere = test.callAs((await test.call(login, { body })).token);
    const other = (await person.call(listSessions)).find((it) => !it.current)?.id ?? '';
    test.clock.advance(20 * minute);
    expect(await failure(person.call(endSession, { params: { id: other } }))).toMatchObject(needed);
    await person.call(confirmPassword, { body: { currentPassword: person.password } });
    await person.call(endSession, { params: { id: other } });
    expect(await failure(elsewhere(listSessions))).toMatchObject({ status: 401 });
    test.clock.advance(-20 * minute);
  }
});

it('a wrong password at re-authentication allows nothing, and the audit trail records both tries', async () => {
  test.clock.advance(20 * minute);
  const wrong = { body: { currentPassword: 'not this one' } };
  expect(await failure(supervisor.call(confirmPassword, wrong))).toMatchObject({
    status: 400,
    fields: { currentPassword: 'The current password is not correct.' },
  });
  expect(await download(supervisor, '/api/desk/report/export')).toBe('REAUTH_REQUIRED');
  await supervisor.call(confirmPassword, { body: { currentPassword: supervisor.password } });
  expect(await download(supervisor, '/api/desk/report/export')).toBe('done');
  // To be asked for the password is no refusal of what somebody may do.
  expect((await auditedBy(test, supervisor)).map((it) => `${it.action} ${it.outcome}`).toSorted()).toEqual([
    'account.password-asked done',
    'account.password-asked refused',
    'export.made done',
  ]);
});

it('re-authentication counts only for the session in which the password was typed', async () => {
  const body = { email: supervisor.email, password: supervisor.password, type: 'mda' };
  const { token } = await test.call(login, { body });
  const elsewhere = { ...supervisor, token, call: test.callAs(token) };
  test.clock.advance(20 * minute);
  await supervisor.call(confirmPassword, { body: { currentPassword: supervisor.password } });
  expect(await download(supervisor, '/api/desk/report/export')).toBe('done');
  expect(await download(elsewhere, '/api/desk/report/export')).toBe('REAUTH_REQUIRED');
});

it('a sensitive action in a session older than this feature requires re-authentication', async () => {
  await test.pool.query('update session set reauthenticated_at = null where account_id = $1', [administrator.id]);
  const body = { id: supervisor.id, version: 1, disabled: true };
  expect(await failure(administrator.call(updateStaff, { body }))).toMatchObject(needed);
  await supervisor.call(getStaffMe);
});

describe('an administrator ends every session of a colleague', () => {
  it('an administrator ends all of a colleague’s sessions, and the colleague can log in again', async () => {
    const address =
      test.app.server.address() ?? (await test.app.listen({ port: 0, host: '127.0.0.1' }), test.app.server.address());
    const url = `http://127.0.0.1:${(address as AddressInfo).port}/api/desk/stream`;
    const body = { email: supervisor.email, password: supervisor.password, type: 'mda' };
    const elsewhere = (await test.call(login, { body })).token;
    const line = await openEventLine(url, elsewhere);
    const answer = await administrator.call(signOutStaff, { params: { id: supervisor.id } });
    expect(answer).toMatchObject({ id: supervisor.id, disabled: false });
    for (const call of [supervisor.call, test.callAs(elsewhere)])
      expect(await failure(call(getStaffMe))).toMatchObject({ status: 401 });
    await line.ended;
    await test.callAs((await test.call(login, { body })).token)(getStaffMe);
    expect(await auditedBy(test, administrator)).toMatchObject([
      { action: 'staff.signed-out', outcome: 'done', objectKind: 'account', objectId: supervisor.id },
    ]);
  });

  it('ending a colleague’s sessions needs no re-authentication', async () => {
    test.clock.advance(20 * minute);
    await administrator.call(signOutStaff, { params: { id: supervisor.id } });
    expect(await failure(supervisor.call(getStaffMe))).toMatchObject({ status: 401 });
  });

  it('an administrator cannot end sessions of citizens, nor the one in use', async () => {
    const citizen = await test.citizen();
    expect(await failure(administrator.call(signOutStaff, { params: { id: citizen.id } }))).toMatchObject({
      status: 404,
    });
    const body = { email: administrator.email, password: administrator.password, type: 'mda' };
    const elsewhere = test.callAs((await test.call(login, { body })).token);
    await administrator.call(signOutStaff, { params: { id: administrator.id } });
    expect(await failure(elsewhere(getStaffMe))).toMatchObject({ status: 401 });
    await administrator.call(listStaff);
    await supervisor.call(getStaffMe);
  });
});
