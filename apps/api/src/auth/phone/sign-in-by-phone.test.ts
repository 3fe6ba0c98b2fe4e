import {
  type ApiError,
  forgotPassword,
  getPortalSettings,
  getUser,
  login,
  register,
  resendCode,
  resetPassword,
  updateProfile,
  verifyEmail,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createTestApp } from '../../../test/support/server/app.ts';
import { codeIn } from '../../../test/support/server/outbox.ts';
import { another, password, sharedPhonePeople } from '../../../test/support/phone-people.ts';
import { account, oneTimeCode } from '../../db/schema/tables.ts';

const people = sharedPhonePeople();
const { newNumber, newEmail, form, codeFor, textsTo, join, attempt, ask, enter, rowOf, age } = people;

describe('registering by telephone', () => {
  test('a code by SMS confirms the number, and the account has no e-mail', async () => {
    const number = newNumber();

    await people.api.call(register, { form: form(number) });
    const [text] = await textsTo(number);
    expect(text).toMatch(/^\d{6} is your code for Baraza\. /u);
    const { token } = await people.api.call(verifyEmail, { body: { email: number, otp: await codeFor(number) } });

    expect(await people.api.callAs(token)(getUser)).toMatchObject({
      email: '',
      email_verified: false,
      phone: number,
      by_phone: true,
    });
  });

  test.each(['0803 559 9001', '+234 803-559-9002', '00234 803 559 9003', '234 (0)803 559 9004'])(
    'the spelling %s is one number',
    async (typed) => {
      const number = `+234803559900${typed.at(-1)}`;

      await people.api.call(register, { form: form(typed) });
      await people.api.call(verifyEmail, { body: { email: typed, otp: await codeFor(number) } });

      expect(await rowOf(number)).toMatchObject({ phone: number });
      people.api.clock.advance(61_000);
      expect(await ask(typed)).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
      expect(await attempt(typed, { code: await codeFor(number) })).toHaveProperty('token');
    },
  );

  test('registering again before the code replaces what was typed', async () => {
    const number = newNumber();
    await people.api.call(register, { form: form(number, { first_name: 'Typo' }) });
    await people.api.call(register, { form: form(number) });

    await people.api.call(verifyEmail, { body: { email: number, otp: await codeFor(number) } });

    const rows = await people.api.services.db.select().from(account).where(eq(account.phone, number));
    expect(rows.map(({ firstName }) => firstName)).toEqual(['Ada']);
  });

  test('a number full of accounts gets the same answers, and its owner an SMS that says so', async () => {
    const number = newNumber();
    const words = ['first red hats', 'second red hats', 'third red hats', 'fourth red hats'];
    for (const word of words) await join(number, { password: word, confirmPassword: word });
    const fresh = newNumber();

    const [full, open] = [
      await people.api.call(register, { form: form(number) }),
      await people.api.call(register, { form: form(fresh) }),
    ];

    expect(full).toEqual(open);
    expect(await textsTo(number)).toEqual([expect.stringContaining('no further account')]);
    expect(await ask(number)).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
    expect(await ask(fresh)).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
    expect(await ask(number, { code: '000000' })).toMatchObject({ code: 'CODE_INVALID' });
    expect(await enter(number, { password: words[2] })).toBeTruthy();
  });

  test('the code is sent again after a minute, and only to a number that waits', async () => {
    const [number, stranger] = [newNumber(), newNumber()];
    await people.api.call(register, { form: form(number) });
    expect(await failure(people.api.call(resendCode, { body: { email: number } }))).toMatchObject({ status: 429 });
    people.api.clock.advance(61_000);

    const answers = [
      await people.api.call(resendCode, { body: { email: number } }),
      await people.api.call(resendCode, { body: { email: stranger } }),
    ];

    expect(answers[0]).toEqual(answers[1]);
    expect(await textsTo(number)).toHaveLength(2);
    expect(await textsTo(stranger)).toEqual([]);
  });

  test.each([
    '+',
    '0000000',
    '+0000000000',
    '00 00 00 00 00',
    '12345678901234567890',
    '٠٨٠٣٥٥٥١٢٣٤٥',
    '+1 (555) 000-0000',
    '0803-555-1234 x12',
    '9'.repeat(300),
    '0803\u202E5551234',
    '0803\u00005551234',
  ])('no call fails on the number %j', async (email) => {
    const pair = { password, confirmPassword: password };
    const post = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
      people.api.app.inject({ method, url: `/api/${url}`, payload });
    const fields = new FormData();
    for (const [name, value] of Object.entries(form(email))) fields.append(name, value);

    const answers = [
      await people.api.app.inject({ method: 'POST', url: '/api/register', payload: fields }),
      await post('login', { email, password, type: 'user' }),
      await post('login', { email, password, type: 'user', code: '000000', account: crypto.randomUUID() }),
      await post('verify-email', { email, otp: '000000' }),
      await post('resend-code', { email }),
      await post('forgot-password', { email }),
      await post('reset-password', { email, otp: '000000', ...pair, account: 'none' }, 'PUT'),
    ];

    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
  });

  test('a registration that nobody confirms is removed', async () => {
    const number = newNumber();
    await people.api.call(register, { form: form(number) });
    await people.api.services.db
      .update(account)
      .set({ createdAt: new Date(0) })
      .where(eq(account.phone, number));

    await people.api.cleanUp();

    expect(await rowOf(number)).toBeUndefined();
  });

  test('without a channel a number is no address, and the settings say nothing', async () => {
    const bare = await createTestApp();
    const number = newNumber();
    const body = { email: number };
    const refused = { status: 400, code: 'VALIDATION_FAILED', fields: { email: 'Invalid email address' } };
    const calls = [
      bare.call(register, { form: form(number) }),
      bare.call(login, { body: { ...body, password, type: 'user' } }),
      bare.call(verifyEmail, { body: { ...body, otp: '000000' } }),
      bare.call(resendCode, { body }),
      bare.call(forgotPassword, { body }),
      bare.call(resetPassword, { body: { ...body, otp: '000000', password, confirmPassword: password } }),
    ];

    for (const call of calls) expect(await failure(call)).toMatchObject(refused);
    expect(await bare.call(getPortalSettings)).not.toHaveProperty('phoneAccounts');
    expect(await people.api.call(getPortalSettings)).toMatchObject({ phoneAccounts: true });
    await bare.close();
  });
});

describe('logging in by telephone', () => {
  test('number, password and code are needed', async () => {
    const number = newNumber();
    await join(number);

    expect(await ask(number, { password: 'wrong red hats' })).toMatchObject({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect(await textsTo(number)).toEqual([]);
    expect(await ask(number)).toMatchObject({ status: 403, code: 'PHONE_CODE_REQUIRED' });
    const code = await codeFor(number);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await ask(number, { code: wrong })).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    expect(await ask(number, { password: 'wrong red hats', code })).toMatchObject({ status: 401 });
    const { token } = await attempt(number, { code });
    expect(await people.api.callAs(token)(getUser)).toMatchObject({ phone: number });
    expect(await ask(number, { code })).toMatchObject({ code: 'CODE_INVALID' });
  });

  test('a number without an account answers as one with another password', async () => {
    const number = newNumber();
    await join(number);
    const [known, unknown] = [await ask(number, { password: another }), await ask(newNumber(), { password: another })];

    const shown = ({ status, code, message, fields }: ApiError) => ({ status, code, message, fields });
    expect(shown(known)).toEqual(shown(unknown));
    expect(await ask(number, { type: 'mda' })).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  });

  test('asking twice within a minute sends one SMS', async () => {
    const number = newNumber();
    await join(number);
    await ask(number);
    await ask(number);

    expect(await textsTo(number)).toHaveLength(1);
  });

  test('a stranger’s registration opens nothing of the number’s owner', async () => {
    const number = newNumber();
    await join(number);
    const stranger = { password: another, confirmPassword: another, first_name: 'Stranger' };
    await people.api.call(register, { form: form(number, stranger) });
    people.api.clock.advance(61_000);

    const token = await enter(number);

    expect(await people.api.callAs(token)(getUser)).toMatchObject({ first_name: 'Ada' });
  });

  test('one of several accounts with the same password is chosen after the code', async () => {
    const number = newNumber();
    await join(number);
    await join(number, { first_name: 'Bola' });
    expect(await ask(number)).toMatchObject({ code: 'PHONE_CODE_REQUIRED', accounts: [] });
    const code = await codeFor(number);

    const choice = await ask(number, { code });
    expect(choice).toMatchObject({ status: 409, code: 'ACCOUNT_CHOICE' });
    expect(choice.accounts.map(({ name }) => name)).toEqual(['Ada Obi', 'Bola Obi']);
    const chosen = choice.accounts[1]!.id;
    expect(await ask(number, { code, account: crypto.randomUUID() })).toMatchObject({ status: 401 });
    const { token } = await attempt(number, { code, account: chosen });

    expect(await people.api.callAs(token)(getUser)).toMatchObject({ id: chosen, first_name: 'Bola' });
  });

  test('the password decides among accounts that share a number', async () => {
    const number = newNumber();
    await join(number);
    await join(number, { first_name: 'Bola', password: another, confirmPassword: another });

    const token = await enter(number, { password: another });

    expect(await people.api.callAs(token)(getUser)).toMatchObject({ first_name: 'Bola' });
  });

  test('ten wrong passwords from one place are enough, and the owner’s browser still gets in', async () => {
    const number = newNumber();
    await join(number);
    const elsewhere = { remoteAddress: '203.0.113.7' };
    const guess = () =>
      people.api.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: number, password: 'wrong red hats', type: 'user' },
        ...elsewhere,
      });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await guess()).statusCode);

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(await enter(number)).toBeTruthy();
  });
});

describe('a number unused for a year', () => {
  test('gets no code, neither to log in nor for a new password', async () => {
    const number = newNumber();
    await join(number);
    await age(number);

    expect(await ask(number)).toMatchObject({ status: 403, code: 'PHONE_UNUSED' });
    expect(await ask(number, { password: another })).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    await people.api.call(forgotPassword, { body: { email: number } });

    expect(await textsTo(number)).toEqual([]);
  });

  test('is in use again with the password and the code of a mail', async () => {
    const number = newNumber();
    const email = newEmail();
    const token = await join(number);
    const profile = { first_name: 'Ada', last_name: 'Obi', phone: number, email, currentPassword: password };
    await people.api.callAs(token)(updateProfile, { form: profile });
    const mailed = async () => codeIn((await people.api.outbox()).findLast(({ to }) => to === email));
    const browser = await people.api.services.db.select().from(oneTimeCode).where(eq(oneTimeCode.email, email));
    expect(browser).toHaveLength(1);
    await people.api.services.db.update(account).set({ email, pendingEmail: null }).where(eq(account.phone, number));
    await age(number);
    people.api.clock.advance(61_000);
    await people.api.runJobs();
    people.gateway.messages.length = 0;

    expect(await ask(number)).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
    expect(await textsTo(number)).toEqual([]);
    await attempt(number, { code: await mailed() });

    people.api.clock.advance(61_000);
    expect(await enter(number)).toBeTruthy();
  });
});
