import { ApiError, forgotPassword, getUser, login, register, resendCode, verifyEmail } from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { account, file } from '../db/schema/tables.ts';
import { createTestApp, sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { photo } from '../../test/support/media.ts';
import { codeIn } from '../../test/support/server/outbox.ts';
import { updateAccount } from './account.store.ts';

const test = sharedTestApp();

const password = 'seven green lamps';
let count = 0;
function person(more: object = {}) {
  count += 1;
  const own = {
    first_name: 'Ada',
    last_name: 'Obi',
    email: `ada${count}@home.example`,
    password,
    confirmPassword: password,
  };
  return { ...own, ...more };
}

async function mailsTo(email: string) {
  return (await test.outbox()).filter((mail) => mail.to === email);
}
async function codeFor(email: string): Promise<string> {
  return codeIn((await mailsTo(email)).at(-1));
}
function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('registering', () => {
  it('registering mails a code, which confirms the address and signs in', async () => {
    const form = person({ phone: '+234 800 111 2222' });
    await test.call(register, { form });
    const [mail] = await mailsTo(form.email);
    expect(mail?.subject).toBe('Confirm your email for Baraza');
    const { token } = await test.call(verifyEmail, { body: { email: form.email, otp: codeIn(mail) } });
    expect(await test.callAs(token)(getUser)).toMatchObject({
      first_name: 'Ada',
      email: form.email,
      phone: '+234 800 111 2222',
      profilePhoto: null,
      email_verified: true,
    });
  });

  it('the registration mail is in the language chosen before', async () => {
    const form = person();
    const payload = new FormData();
    for (const [name, value] of Object.entries(form)) payload.append(name, value);
    await test.app.inject({ method: 'POST', url: '/api/register', payload, cookies: { language: 'fr' } });
    const [mail] = await mailsTo(form.email);
    expect(mail?.subject).toBe('Confirmez votre e-mail pour Baraza');
  });

  it('the registration mail holds no text of the person who typed the address', async () => {
    const form = person({ first_name: 'you won, see evil.example', last_name: 'of evil.example' });
    await test.call(register, { form });
    const [mail] = await mailsTo(form.email);
    expect(mail?.text).toContain('Hello,');
    expect(mail?.text).not.toContain('evil.example');
  });

  it('registering accepts field names in camel case too', async () => {
    const { first_name, last_name, ...rest } = person();
    const form = { ...rest, firstName: first_name, lastName: last_name, phoneNumber: '0801234567' };
    const { token } = await test
      .call(register, { form: form as never })
      .then(async () => test.call(verifyEmail, { body: { email: rest.email, otp: await codeFor(rest.email) } }));
    expect(await test.callAs(token)(getUser)).toMatchObject({ first_name, last_name, phone: '0801234567' });
  });

  it('one mailbox is one account, whichever way its domain is spelled', async () => {
    const form = person({ email: 'Ada.Okoro@bücher.example' });
    const email = 'ada.okoro@xn--bcher-kva.example';
    await test.call(register, { form });
    await test.call(verifyEmail, { body: { email: form.email, otp: await codeFor(email) } });
    for (const spelling of [email, 'ada.okoro@bu\u0308cher.EXAMPLE', '\u202Aada.okoro@bücher.example\u202C'])
      await test.call(login, { body: { email: spelling, password, type: 'user' } });
    await test.call(register, { form: { ...form, email } });
    expect((await mailsTo(email)).at(-1)?.subject).toBe('You already have an account');
  });

  it('registering stores a photo, and refuses one that is too large', async () => {
    const form = person();
    const large = new File([new Uint8Array(3 * 1024 * 1024 + 1)], 'large.jpg', { type: 'image/jpeg' });
    expect(await failure(test.call(register, { form, files: { file: large } }))).toMatchObject({
      status: 413,
      message: 'Image size should not exceed 3MB.',
      fields: { file: 'large.jpg: Image size should not exceed 3MB.' },
    });
    await test.call(register, { form, files: { file: await photo() } });
    const { token } = await test.call(verifyEmail, { body: { email: form.email, otp: await codeFor(form.email) } });
    const { profilePhoto } = await test.callAs(token)(getUser);
    expect((await test.app.inject(profilePhoto ?? '')).headers['content-type']).toBe('image/png');
  });

  it('registering a known address gets the usual response, and its owner a mail', async () => {
    const known = await test.citizen();
    const fresh = person();
    const answers = [
      await test.call(register, { form: person({ email: known.email }) }),
      await test.call(register, { form: fresh }),
    ];
    expect(answers[0]).toEqual(answers[1]);
    const mails = await mailsTo(known.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['You already have an account']);
    expect(mails[0]?.text).toMatch(/^Hello,\n/u);
    await expect(test.call(verifyEmail, { body: { email: known.email, otp: '123456' } })).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await test.call(login, { body: { email: known.email, password: known.password, type: 'user' } });
  });

  it.each([
    [
      'nothing',
      { first_name: '', last_name: '', email: '', password: '', confirmPassword: '' },
      'first_name',
      'All fields are required',
    ],
    ['no last name', { last_name: ' ' }, 'last_name', 'All fields are required'],
    ['a name of invisible characters', { last_name: '\u2066\u200B\u2069' }, 'last_name', 'All fields are required'],
    ['a bad address', { email: 'ada at home' }, 'email', 'Invalid email address'],
    [
      'a short password',
      { password: 'short', confirmPassword: 'short' },
      'password',
      'Use 8 to 128 characters for the password.',
    ],
    ['a common password', { password: 'password123', confirmPassword: 'password123' }, 'password', /easy to guess/],
    ['their own name as password', { password: 'AdaObi99', confirmPassword: 'AdaObi99' }, 'password', /easy to guess/],
    ['both their names', { password: 'AdaObi2026!', confirmPassword: 'AdaObi2026!' }, 'password', /easy to guess/],
    [
      'words of the service',
      { password: 'BarazaPortal26', confirmPassword: 'BarazaPortal26' },
      'password',
      /easy to guess/,
    ],
    [
      'two passwords',
      { confirmPassword: 'seven green lamp' },
      'confirmPassword',
      'The two passwords are not the same.',
    ],
    ['letters as phone number', { phone: 'call me' }, 'phone', 'Invalid input.'],
    ['a NUL', { first_name: 'A\0da' }, undefined, /not allowed/],
  ])('registering refuses %s and names the field', async (_, more, field, text) => {
    const form = person(more);
    const error = await failure(test.call(register, { form }));
    expect(error.status).toBe(400);
    expect(field === undefined ? error.message : error.fields[field]).toMatch(text);
    expect(await mailsTo(form.email)).toEqual([]);
  });

  it('an unconfirmed address can be registered again, which ends the older code', async () => {
    const first = person();
    await test.call(register, { form: first });
    const older = await codeFor(first.email);
    await test.call(register, { form: { ...first, first_name: 'Bola' } });
    const newer = await codeFor(first.email);
    // One in a million times the two are the same; then the older one is the newer one.
    const refused =
      older === newer
        ? 'CODE_INVALID'
        : (await failure(test.call(verifyEmail, { body: { email: first.email, otp: older } }))).code;
    expect(refused).toBe('CODE_INVALID');
    const { token } = await test.call(verifyEmail, { body: { email: first.email, otp: newer } });
    expect(await test.callAs(token)(getUser)).toMatchObject({ first_name: 'Bola' });
  });

  it('an address gets at most five registration mails an hour', async () => {
    const form = person();
    for (let time = 0; time < 5; time += 1) await test.call(register, { form });
    const error = await failure(test.call(register, { form }));
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(await mailsTo(form.email)).toHaveLength(5);
  });

  describe('codes in a day', { timeout: 60_000 }, () => {
    const ask = {
      register: (email: string) => test.call(register, { form: person({ email }) }),
      'forgot-password': (email: string) => test.call(forgotPassword, { body: { email } }),
      'resend-code': (email: string) => test.call(resendCode, { body: { email } }),
    };
    it.each(Object.entries(ask))('an address gets at most twelve codes a day: %s', async (_, once) => {
      const email = `daily${(count += 1)}@home.example`;
      // As often as an hour allows.
      for (let time = 0; time < 12; time += 1) {
        await once(email);
        test.clock.advance(15 * 60_000);
      }
      const error = await failure(once(email));
      expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      // Three hours of the day have gone by.
      expect(error.retryAfter).toBe(21 * 3_600);
      test.clock.advance(21 * 3_600_000 - 1_000);
      expect(await failure(once(email))).toMatchObject({ status: 429 });
      test.clock.advance(1_000);
      await once(email);
    });

    it('an address gets at most sixty codes a day, however many networks ask for them', async () => {
      const { email } = await test.citizen();
      const from = async (remoteAddress: string) => {
        test.clock.advance(20 * 60_000);
        const payload = { email };
        return (await test.app.inject({ method: 'POST', url: '/api/forgot-password', remoteAddress, payload }))
          .statusCode;
      };
      for (let time = 0; time < 60; time += 1) expect(await from(`192.0.2.${time}`)).toBe(200);
      expect(await from('192.0.2.60')).toBe(429);
    });
  });

  it('codes requested for one purpose or network do not use up those of another, within a limit for the address', async () => {
    const own = await createTestApp({ rates: { codeAddress: { max: 7, seconds: 3_600 } } });
    const ask = async (url: string, remoteAddress: string, payload: object) => {
      own.clock.advance(61_000);
      return (await own.app.inject({ method: 'POST', url, remoteAddress, payload })).statusCode;
    };
    const { email } = await own.citizen();
    const [reset, resend] = ['/api/forgot-password', '/api/resend-code'];
    const stranger = '192.0.2.1';
    for (let time = 0; time < 5; time += 1) expect(await ask(reset, stranger, { email })).toBe(200);
    expect(await ask(reset, stranger, { email })).toBe(429);
    expect(await ask(resend, stranger, { email })).toBe(200);
    for (const home of ['192.0.2.2', '192.0.2.3']) expect(await ask(reset, home, { email })).toBe(200);
    // All networks together stay within the limit of the address.
    expect(await ask(reset, '192.0.2.4', { email })).toBe(429);
    await own.close();
  });
});

describe('purging registrations', () => {
  it('purging registrations keeps one that is confirmed at the same moment', async () => {
    const form = person();
    const { db, clock } = test.services;
    await test.call(register, { form, files: { file: await photo() } });
    const [row] = await db.select().from(account).where(eq(account.email, form.email));
    test.clock.advance(8 * 24 * 3_600_000);
    let forgetting: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await updateAccount(tx, row?.id ?? '', { emailVerifiedAt: clock.now() });
      forgetting = test.cleanUp();
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.execute(waiting)).rowCount, { timeout: 5_000 }).toBe(1);
    });
    await forgetting;
    expect(
      await db
        .select()
        .from(file)
        .where(eq(file.accountId, row?.id ?? '')),
    ).toHaveLength(1);
  });
});

describe('a registration code', () => {
  async function registered() {
    const form = person();
    await test.call(register, { form });
    return { form, code: await codeFor(form.email) };
  }
  const verify = (email: string, otp: string) => test.call(verifyEmail, { body: { email, otp } });

  it('a registration code works once', async () => {
    const { form, code } = await registered();
    await verify(form.email, code);
    expect(await failure(verify(form.email, code))).toMatchObject({ status: 400, code: 'CODE_INVALID' });
  });

  it('a registration code ends after five wrong tries', async () => {
    const { form, code } = await registered();
    for (let time = 0; time < 5; time += 1) {
      expect(await failure(verify(form.email, wrongCode(code)))).toMatchObject({
        code: 'CODE_INVALID',
        message: 'This code is not correct.',
      });
    }
    expect(await failure(verify(form.email, code))).toMatchObject({ status: 400, code: 'CODE_EXHAUSTED' });
  });

  it('twenty simultaneous guesses of a code get five tries together', async () => {
    const { form, code } = await registered();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => verify(form.email, wrongCode(code))));
    const codes = results.map((it) =>
      it.status === 'rejected' && it.reason instanceof ApiError ? it.reason.code : it.status,
    );
    expect(codes.filter((it) => it === 'CODE_INVALID')).toHaveLength(5);
    expect(codes.filter((it) => it === 'CODE_EXHAUSTED')).toHaveLength(15);
    expect(await failure(verify(form.email, code))).toMatchObject({ code: 'CODE_EXHAUSTED' });
  });

  it('only one of twenty simultaneous right registration codes signs in', async () => {
    const { form, code } = await registered();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => verify(form.email, code)));
    expect(results.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
  });

  it('a registration code is valid for ten minutes', async () => {
    const { form, code } = await registered();
    test.clock.advance(600_001);
    expect(await failure(verify(form.email, code))).toMatchObject({ code: 'CODE_EXPIRED' });
  });

  it('the registration code of one address confirms no other', async () => {
    const [one, two] = [await registered(), await registered()];
    if (one.code === two.code) return;
    expect(await failure(verify(two.form.email, one.code))).toMatchObject({ code: 'CODE_INVALID' });
  });

  it('a code entered without its address needs the cookie of the registration', async () => {
    const form = person();
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    const answer = await test.app.inject({ method: 'POST', url: '/api/register', payload: body });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'pv', httpOnly: true, sameSite: 'Strict', path: '/' });
    const otp = await codeFor(form.email);
    const alone = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload: { otp } });
    expect(alone.statusCode).toBe(400);
    const cookies = { pv: cookie?.value ?? '' };
    const answered = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload: { otp }, cookies });
    expect(answered.json()).toHaveProperty('token');
  });

  it('the cookie of a registration code is Secure and SameSite=Strict on an https portal', async () => {
    const secure = await createTestApp({ environment: { PUBLIC_URL: 'https://complaints.town.example' } });
    const payload = { email: 'nobody@home.example' };
    const answer = await secure.app.inject({ method: 'POST', url: '/api/forgot-password', payload });
    await secure.close();
    expect(answer.cookies).toMatchObject([
      { name: '__Host-pr', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
    expect(answer.cookies[0]).not.toHaveProperty('domain');
  });

  it('a code requested later by a stranger does not confirm the registration of the first browser', async () => {
    const form = person();
    const send = async (more: object) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...form, ...more })) body.append(name, value);
      return test.app.inject({ method: 'POST', url: '/api/register', payload: body });
    };
    const mine = await send({});
    await send({ password: 'the stranger knows it', confirmPassword: 'the stranger knows it' });
    const payload = { otp: await codeFor(form.email), email: form.email };
    const cookies = { pv: mine.cookies[0]?.value ?? '' };
    const answer = await test.app.inject({ method: 'POST', url: '/api/verify-email', payload, cookies });
    expect(answer.json()).toMatchObject({ code: 'CODE_INVALID' });
  });

  it('after strangers used up a code’s tries, the browser that registered has five of its own', async () => {
    const form = person();
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    const asked = await test.app.inject({ method: 'POST', url: '/api/register', payload: body });
    const cookies = { pv: asked.cookies[0]?.value ?? '' };
    const code = await codeFor(form.email);
    for (let time = 0; time < 6; time += 1) await failure(verify(form.email, wrongCode(code)));
    const own = async (otp: string) =>
      (await test.app.inject({ method: 'POST', url: '/api/verify-email', payload: { otp }, cookies })).statusCode;
    for (let time = 0; time < 4; time += 1) expect(await own(wrongCode(code))).toBe(400);
    expect(await own(code)).toBe(200);
  });

  it('a registration code is sent again at most once a minute', async () => {
    const { form } = await registered();
    expect(await failure(test.call(resendCode, { body: { email: form.email } }))).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Please wait \d+ seconds/),
    });
    test.clock.advance(60_001);
    await test.call(resendCode, { body: { email: form.email } });
    expect(await mailsTo(form.email)).toHaveLength(2);
    await verify(form.email, await codeFor(form.email));
  });

  it('an unregistered address gets no code, and the response is the same', async () => {
    const known = await test.citizen();
    const answers = await Promise.all(
      ['nobody@home.example', known.email].map((email) => test.call(resendCode, { body: { email } })),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect([...(await mailsTo('nobody@home.example')), ...(await mailsTo(known.email))]).toEqual([]);
    expect(await failure(test.call(resendCode, { body: { email: 'nobody@home.example' } }))).toMatchObject({
      status: 429,
    });
  });
});
