import {
  confirmMfa,
  endMfa,
  getStaffMe,
  getUserMda,
  inviteAgain,
  listSessions,
  login,
  startMfa,
} from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { codeAt } from '../../../test/support/authenticator.ts';
import { failure } from '../../../test/support/failure.ts';

describe('with STAFF_TOTP=required', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ environment: { STAFF_TOTP: 'required' } });
  });
  afterAll(() => strict.close());

  it('where MFA is required, staff without it can only set it up', async () => {
    const administrator = await strict.staff('administrator');
    const { token } = await strict.call(login, {
      body: { email: administrator.email, password: administrator.password, type: 'mda' },
    });
    const call = strict.callAs(token);
    expect(await call(getStaffMe)).toMatchObject({ mfa: false, mustEnrol: true });
    const shut = { status: 403, code: 'TOTP_REQUIRED' };
    expect(await failure(call(getUserMda))).toMatchObject(shut);
    expect(await failure(call(inviteAgain, { params: { id: administrator.id } }))).toMatchObject(shut);
    // A new session for each: one of them is the log-out.
    const open: string[] = [];
    for (const { method, url, access } of strict.app.mountedRoutes) {
      if (access === 'public' || !access?.includes('administrator')) continue;
      const own = await strict.call(login, {
        body: { email: administrator.email, password: administrator.password, type: 'mda' },
      });
      const answer = await strict.app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/g, crypto.randomUUID()),
        headers: { authorization: `Bearer ${own.token}` },
        ...(method !== 'GET' && { payload: {} }),
      });
      if (answer.statusCode !== 403 || answer.json<{ code: string }>().code !== 'TOTP_REQUIRED')
        open.push(`${method} ${url}`);
    }
    expect(open.toSorted()).toEqual([
      'GET /api/desk/me',
      'GET /api/desk/mfa',
      'POST /api/desk/mfa',
      'POST /api/desk/mfa/confirm',
      'POST /api/logout',
    ]);
  });

  it('setting up MFA opens every call to staff, and turning it off closes them again', async () => {
    const person = await strict.staff('oversight');
    const ask = { body: { currentPassword: person.password } };
    const { key } = await person.call(startMfa, ask);
    const codeNow = () => codeAt(key, strict.clock.now());
    await person.call(confirmMfa, { body: { code: codeNow() } });
    expect(await person.call(getStaffMe)).toMatchObject({ mfa: true, mustEnrol: false });
    await person.call(getUserMda);
    strict.clock.advance(30_000);
    await person.call(endMfa, { body: { currentPassword: person.password, code: codeNow() } });
    expect(await failure(person.call(getUserMda))).toMatchObject({ code: 'TOTP_REQUIRED' });
  });

  it('citizens need no MFA where staff do', async () => {
    const citizen = await strict.citizen();
    expect(await citizen.call(listSessions)).toHaveLength(1);
  });
});
