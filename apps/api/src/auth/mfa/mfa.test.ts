import {
  type ApiError,
  confirmMfa,
  endMfa,
  forgotPassword,
  getStaffMe,
  getMfa,
  login,
  renewRecoveryCodes,
  resetPassword,
  resetMfa,
  startMfa,
  updateStaff,
} from '@baraza/contract';
import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../../crypto/keys.ts';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { failure } from '../../../test/support/failure.ts';
import { codeAt } from '../../../test/support/authenticator.ts';
import { codeIn } from '../../../test/support/server/outbox.ts';
import { addressOf, stepOf } from './mfa.ts';

const test = sharedTestApp();

const first = (person: Pick<Person, 'email' | 'password'>) =>
  test.call(login, { body: { email: person.email, password: person.password, type: 'mda' } });
const withCode = ({ email, password }: Pick<Person, 'email' | 'password'>, code: string) =>
  test.call(login, { body: { email, password, type: 'mda', code } });

/** Code that the app shows, `off` steps from now. */
const codeFrom = (key: string, off = 0) => codeAt(key, new Date(test.clock.now().getTime() + off * 30_000));

const nextStep = () => test.clock.advance(30_000);

/** Turns it on, and waits until the code that did is over. */
async function enrol(person: Person) {
  const { key, address } = await person.call(startMfa, { body: { currentPassword: person.password } });
  const { recoveryCodes } = await person.call(confirmMfa, { body: { code: codeFrom(key) } });
  nextStep();
  return { key, address, recoveryCodes };
}

const mailsTo = async (email: string) => (await test.outbox()).filter((mail) => mail.to === email);
const subjectsTo = async (email: string) => (await mailsTo(email)).map((mail) => mail.subject);

describe('MFA codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the MFA code at second %i is that of RFC 6238', (seconds, code) => {
    const key = Secret.fromUTF8('12345678901234567890').base32;
    const at = (shift: number) => stepOf(key, code, new Date((seconds + shift) * 1000));
    const step = Math.floor(seconds / 30);
    expect([at(0), at(30), at(-30)]).toEqual([step, step, step]);
    expect([at(60), at(-60)]).toEqual([undefined, undefined]);
  });

  it.each(['😀😀😀', '１２３４５６', '12345é', ' 12345', ''])(
    'the malformed MFA code %j is refused without an error',
    (code) => {
      expect(stepOf('JBSWY3DPEHPK3PXP', code, new Date(0))).toBeUndefined();
    },
  );

  it('the address for the authenticator app names product and account', () => {
    const address = addressOf('JBSWY3DPEHPK3PXP', { issuer: 'Baraza & Co', label: 'ada@roads.example' });
    const { host, searchParams, pathname } = new URL(address);
    expect(host).toBe('totp');
    expect(decodeURIComponent(pathname)).toBe('/Baraza & Co:ada@roads.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Baraza & Co',
      secret: 'JBSWY3DPEHPK3PXP',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

it('setting a new password by mail keeps MFA on and opens no session', async () => {
  const person = await test.staff('oversight');
  const { key } = await enrol(person);
  await test.call(forgotPassword, { body: { email: person.email, type: 'mda' } });
  const otp = codeIn((await mailsTo(person.email)).find((mail) => mail.subject.startsWith('Your code')));
  const password = 'a bridge of seven planks';
  const body = { otp, email: person.email, type: 'mda', password, confirmPassword: password };
  expect(await test.call(resetPassword, { body })).not.toHaveProperty('token');
  const renewed = { email: person.email, password };
  expect(await failure(withCode(renewed, '000000'))).toMatchObject({ code: 'CODE_INVALID' });
  expect(await withCode(renewed, codeFrom(key))).toHaveProperty('token');
});

describe('turning MFA on', () => {
  it('turning MFA on requires the password and a first code, and mails the owner', async () => {
    const person = await test.staff('oversight');
    expect(await person.call(getMfa)).toEqual({ since: null, recoveryCodesLeft: 0, required: false });
    const wrong = failure(person.call(startMfa, { body: { currentPassword: 'not this one' } }));
    expect(await wrong).toMatchObject({ status: 400, fields: { currentPassword: expect.any(String) } });
    const { key } = await person.call(startMfa, { body: { currentPassword: person.password } });
    // Nothing is asked for before the first code.
    await first(person);
    expect(await failure(person.call(confirmMfa, { body: { code: codeFrom(key, 3) } }))).toMatchObject({
      status: 400,
      code: 'CODE_INVALID',
      fields: { code: 'This code is not correct.' },
    });
    const { recoveryCodes } = await person.call(confirmMfa, { body: { code: codeFrom(key) } });
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/);
    expect(await person.call(getMfa)).toMatchObject({
      since: test.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    });
    expect(await person.call(getStaffMe)).toMatchObject({ mfa: true, mustEnrol: false });
    expect(await subjectsTo(person.email)).toEqual(['Two-step sign-in of your account']);
  });

  it('turning MFA on ends the other sessions, and turning it on again is refused', async () => {
    const person = await test.staff('oversight');
    const { token } = await first(person);
    await enrol(person);
    await person.call(getStaffMe);
    expect(await failure(test.callAs(token)(getStaffMe))).toMatchObject({ status: 401 });
    expect(await failure(person.call(startMfa, { body: { currentPassword: person.password } }))).toMatchObject({
      status: 409,
      message: 'This was done or decided meanwhile. Look at what changed.',
    });
    expect(await failure(person.call(confirmMfa, { body: { code: '000000' } }))).toMatchObject({ status: 409 });
  });

  it('turning MFA on needs a code of the newest key', async () => {
    const person = await test.staff('oversight');
    expect(await failure(person.call(confirmMfa, { body: { code: '123456' } }))).toMatchObject({
      code: 'CODE_INVALID',
    });
    const ask = () => person.call(startMfa, { body: { currentPassword: person.password } });
    const [older, newer] = [await ask(), await ask()];
    expect(await failure(person.call(confirmMfa, { body: { code: codeFrom(older.key) } }))).toMatchObject({
      code: 'CODE_INVALID',
    });
    await person.call(confirmMfa, { body: { code: codeFrom(newer.key) } });
  });

  it('the MFA key and recovery codes are stored unreadable', async () => {
    const person = await test.staff('oversight');
    const { key, recoveryCodes } = await enrol(person);
    const { rows } = await test.pool.query<{ all: string }>(
      `select (select json_agg(s)::text from mfa s) || (select json_agg(r)::text from recovery_code r) as all`,
    );
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows[0]?.all).not.toContain(secret);
    const [hex] = recoveryCodes.map((code) => Buffer.from(code.replace('-', '')).toString('hex'));
    expect(rows[0]?.all).not.toContain(hex);
  });
});

describe('logging in with MFA', () => {
  it('logging in with MFA takes the password and a code at most one step off', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    for (const off of [-1, 0, 1]) {
      test.clock.advance(120_000);
      const { token } = await withCode(person, codeFrom(key, off));
      expect(await test.callAs(token)(getStaffMe)).toMatchObject({ id: person.id });
    }
    for (const off of [-2, 2]) {
      test.clock.advance(180_000);
      expect(await failure(withCode(person, codeFrom(key, off)))).toMatchObject({
        status: 400,
        code: 'CODE_INVALID',
      });
    }
  });

  it('an MFA code works once, and earlier codes do not work afterwards', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    const used = codeFrom(key);
    await withCode(person, used);
    expect(await failure(withCode(person, used))).toMatchObject({ code: 'CODE_INVALID' });
    const older = codeFrom(key, -1);
    expect(await failure(withCode(person, older))).toMatchObject({ code: 'CODE_INVALID' });
    await withCode(person, codeFrom(key, 1));
  });

  it('only one of many simultaneous log-ins with one MFA code opens a session', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    const code = codeFrom(key);
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => withCode(person, code)));
    expect(all.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    const refused = all.filter((it) => it.status === 'rejected');
    expect(new Set(refused.map((it) => (it.reason as ApiError).status))).toEqual(new Set([400]));
  });

  it('a log-in requires the MFA code after the right password, and mails the owner about wrong codes', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    expect(await failure(first(person))).toMatchObject({ status: 403, code: 'MFA_REQUIRED' });
    for (let time = 0; time < 10; time += 1)
      expect(await failure(withCode(person, '000000'))).toMatchObject({ code: 'CODE_INVALID' });
    expect(await subjectsTo(person.email)).toEqual([
      'Two-step sign-in of your account',
      'Wrong codes for your account',
    ]);
    const error = await failure(withCode(person, codeFrom(key)));
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(error.retryAfter).toBeGreaterThan(0);
    test.clock.advance(15 * 60_000);
    await withCode(person, codeFrom(key));
  });

  it('a stolen session cannot use up the owner’s MFA attempts at log-in', async () => {
    const officer = await test.officer((await test.mda()).id);
    const { key } = await enrol(officer);
    for (let time = 0; time < 12; time += 1)
      expect(await failure(officer.call(confirmMfa, { body: { code: '000000' } }))).toMatchObject({ status: 409 });
    expect(await withCode(officer, codeFrom(key))).toHaveProperty('token');
  });

  it('an MFA code opens neither another account nor a disabled one', async () => {
    const administrator = await test.staff('administrator');
    const [person, other] = [await test.staff('oversight'), await test.staff('oversight')];
    const [{ key }] = [await enrol(person), await enrol(other)];
    expect(await failure(withCode(other, codeFrom(key)))).toMatchObject({ code: 'CODE_INVALID' });
    await administrator.call(updateStaff, { body: { id: person.id, disabled: true, version: 1 } });
    expect(await failure(withCode(person, codeFrom(key)))).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('a wrong password neither asks for an MFA code nor uses it up', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    const wrong = withCode({ ...person, password: 'not this one' }, codeFrom(key));
    expect(await failure(wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await withCode(person, codeFrom(key));
  });

  it('neither a wrong password nor the citizens’ log-in reveals that MFA is on', async () => {
    const person = await test.staff('oversight');
    const plain = await test.staff('oversight');
    await enrol(person);
    const answer = async (email: string, type: string) => {
      const payload = { email, password: 'not this one', type };
      const { statusCode, body, headers } = await test.app.inject({ method: 'POST', url: '/api/login', payload });
      return { statusCode, body, headers: Object.keys(headers) };
    };
    expect(await answer(person.email, 'mda')).toEqual(await answer(plain.email, 'mda'));
    expect(await answer(person.email, 'user')).toEqual(await answer(plain.email, 'user'));
  });

  it('an MFA key of another account, or sealed with another secret, does not work', async () => {
    const [person, thief] = [await test.staff('oversight'), await test.staff('oversight')];
    const [, { key }] = [await enrol(person), await enrol(thief)];
    await test.pool.query(
      `update mfa s set sealed_key = t.sealed_key from mfa t where s.account_id = $1 and t.account_id = $2`,
      [person.id, thief.id],
    );
    expect(await failure(withCode(person, codeFrom(key)))).toMatchObject({ code: 'CODE_INVALID' });
    const elsewhere = await test.rebuild({ keys: deriveKeys(Buffer.alloc(32, 8)) });
    const payload = { email: thief.email, password: thief.password, type: 'mda', code: codeFrom(key) };
    const answer = await elsewhere.inject({ method: 'POST', url: '/api/login', payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'CODE_INVALID' }]);
    await elsewhere.close();
    await withCode(thief, payload.code);
  });
});

describe('a recovery code', () => {
  it('a recovery code logs in once, in any spelling, and its owner is mailed', async () => {
    const person = await test.staff('oversight');
    const { recoveryCodes } = await enrol(person);
    const [one = '', two = ''] = recoveryCodes;
    await withCode(person, ` ${one.toLowerCase().replace('-', ' ')} `);
    expect(await failure(withCode(person, one))).toMatchObject({ code: 'CODE_INVALID' });
    expect(await person.call(getMfa)).toMatchObject({ recoveryCodesLeft: 9 });
    const mails = await mailsTo(person.email);
    expect(mails.at(-1)?.subject).toBe('A recovery code was used');
    expect(mails.at(-1)?.text).toContain('You have 9 left');
    const both = await Promise.allSettled([withCode(person, two), withCode(person, two)]);
    expect(both.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
  });

  it('a recovery code of another account is refused', async () => {
    const [person, other] = [await test.staff('oversight'), await test.staff('oversight')];
    await enrol(person);
    const { recoveryCodes } = await enrol(other);
    expect(await failure(withCode(person, recoveryCodes[0] ?? ''))).toMatchObject({
      code: 'CODE_INVALID',
    });
  });

  it('new recovery codes replace the old ones and require password and code', async () => {
    const person = await test.staff('oversight');
    const { key, recoveryCodes } = await enrol(person);
    const renew = (currentPassword: string, code: string) =>
      person.call(renewRecoveryCodes, { body: { currentPassword, code } });
    expect(await failure(renew('not this one', codeFrom(key)))).toMatchObject({ fields: { currentPassword: /./ } });
    expect(await failure(renew(person.password, '000000'))).toMatchObject({ fields: { code: /./ } });
    const renewed = await renew(person.password, codeFrom(key));
    expect(renewed.recoveryCodes).not.toEqual(recoveryCodes);
    expect(await failure(withCode(person, recoveryCodes[0] ?? ''))).toMatchObject({
      code: 'CODE_INVALID',
    });
    await withCode(person, renewed.recoveryCodes[0] ?? '');
  });
});

describe('turning MFA off', () => {
  it('turning MFA off requires password and code; afterwards the password is enough', async () => {
    const person = await test.staff('oversight');
    const { key } = await enrol(person);
    const off = (code: string) => person.call(endMfa, { body: { currentPassword: person.password, code } });
    expect(await failure(off('000000'))).toMatchObject({ code: 'CODE_INVALID' });
    await off(codeFrom(key));
    await first(person);
    expect(await failure(off(codeFrom(key, 1)))).toMatchObject({ status: 409 });
    expect((await test.pool.query('select from recovery_code where account_id = $1', [person.id])).rowCount).toBe(0);
    await enrol(person);
  });

  it('an administrator can turn off a colleague’s MFA, who is signed out and mailed', async () => {
    const administrator = await test.staff('administrator');
    const person = await test.officer((await test.mda()).id);
    const reset = (id: string, by = administrator, currentPassword = by.password) =>
      failureOrDone(by.call(resetMfa, { params: { id }, body: { currentPassword } }));
    expect(await reset(person.id)).toMatchObject({ status: 409 });
    await enrol(person);
    expect(await reset(person.id, administrator, 'not this one')).toMatchObject({ status: 400 });
    expect(await reset(administrator.id)).toMatchObject({ status: 409 });
    expect(await reset((await test.citizen()).id)).toMatchObject({ status: 404 });
    expect(await reset(crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await reset(administrator.id, person)).toMatchObject({ status: 403 });
    expect(await reset(person.id)).toMatchObject({ id: person.id, mfa: false });
    expect(await failure(person.call(getStaffMe))).toMatchObject({ status: 401 });
    expect((await mailsTo(person.email)).at(-1)?.text).toContain('an administrator turned off two-step sign-in');
    await first(person);
    const { rows } = await test.pool.query(
      `select actor_id, object_id from audit where action = 'staff.mfa-reset' and outcome = 'done'`,
    );
    expect(rows).toEqual([{ actor_id: administrator.id, object_id: person.id }]);
  });
});

const failureOrDone = (call: Promise<unknown>) => call.catch((error: unknown) => error);
