import { endSession, getStaffMe, getUser, listSessions, login, logout, register, verifyEmail } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { account } from '../db/schema/tables.ts';
import { createTestApp, type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { codeIn } from '../../test/support/server/outbox.ts';

const test = sharedTestApp({ environment: { STAFF_IDLE_MINUTES: '15' } });

const signIn = (person: Pick<Person, 'email' | 'password'>, type = 'user') =>
  test.call(login, { body: { email: person.email, password: person.password, type } });

async function mailsTo(email: string) {
  return (await test.outbox()).filter((mail) => mail.to === email);
}

describe('logging in', () => {
  it('logging in ignores the case of the address', async () => {
    const citizen = await test.citizen();
    const { token } = await signIn({ ...citizen, email: citizen.email.toUpperCase() });
    expect(await test.callAs(token)(getUser)).toMatchObject({ id: citizen.id });
  });

  it('a wrong password, an unknown address, a wrong type and a disabled account get one response', async () => {
    const [citizen, disabled] = [await test.citizen(), await test.citizen()];
    await test.services.db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, disabled.id));
    const tries = [
      signIn({ ...citizen, password: 'not this one' }),
      signIn({ ...citizen, email: 'nobody@home.example' }),
      signIn(citizen, 'mda'),
      signIn(citizen, 'administrator'),
      signIn(disabled),
    ];
    for (const error of await Promise.all(tries.map(failure))) {
      expect(error).toMatchObject({
        status: 401,
        code: 'INVALID_CREDENTIALS',
        message: 'The email or the password is not correct.',
      });
    }
  });

  it('a citizen and a member of staff with one address log in separately', async () => {
    const { id } = await test.mda();
    const officer = await test.officer(id);
    await test.citizen({ email: officer.email });
    const { token } = await signIn(officer, 'mda');
    expect(await test.callAs(token)(getStaffMe)).toMatchObject({ id: officer.id, mda: { id } });
    expect(await failure(test.callAs(token)(getUser))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('a password must match to the byte', async () => {
    const password = ' tränen 🌧 im Regen ';
    const form = {
      first_name: 'Uche',
      last_name: 'Ike',
      email: 'byte@home.example',
      password,
      confirmPassword: password,
    };
    await test.call(register, { form });
    await test.call(verifyEmail, { body: { email: form.email, otp: codeIn((await mailsTo(form.email))[0]) } });
    await signIn(form);
    expect(await failure(signIn({ ...form, password: password.trim() }))).toMatchObject({ status: 401 });
  });

  it('only the right password reveals that an account is unconfirmed, and sends another code', async () => {
    const password = 'seven green lamps';
    const form = {
      first_name: 'Uche',
      last_name: 'Ike',
      email: 'late@home.example',
      password,
      confirmPassword: password,
    };
    await test.call(register, { form });
    expect(await failure(signIn({ ...form, password: 'something else' }))).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    expect(await mailsTo(form.email)).toHaveLength(1);
    test.clock.advance(3_600_000);
    // Within a minute nothing more is sent: the code just mailed still counts, and the text is true both times.
    for (let time = 0; time < 2; time += 1) {
      expect(await failure(signIn(form))).toMatchObject({
        status: 403,
        code: 'EMAIL_NOT_VERIFIED',
        message: 'Please verify your email first. Use the newest code we sent you.',
      });
    }
    const mails = await mailsTo(form.email);
    expect(mails).toHaveLength(2);
    await test.call(verifyEmail, { body: { email: form.email, otp: codeIn(mails[1]) } });
    await signIn(form);
  });

  describe('logging in to a newly registered address', () => {
    /** Registers an address and tries the same password at once; answers all that can be seen from outside. */
    async function ask(email: string, password: string) {
      const payload = new FormData();
      const form = { first_name: 'Eve', last_name: 'Ike', email, password, confirmPassword: password };
      for (const [name, value] of Object.entries(form)) payload.append(name, value);
      await test.app.inject({ method: 'POST', url: '/api/register', payload });
      return async (given: string) => {
        const body = { email, password: given, type: 'user' };
        const answer = await test.app.inject({ method: 'POST', url: '/api/login', payload: body });
        const cookies = answer.cookies.map(({ name, maxAge }) => ({ name, maxAge }));
        return { status: answer.statusCode, body: answer.json<{ code: string }>(), cookies };
      };
    }

    it('logging in never reveals whether a newly registered address had an account before', async () => {
      const known = await test.citizen();
      const password = 'seven green lamps';
      const tries = [await ask('unknown@home.example', password), await ask(known.email, password)];
      const both = async (given: string) => Promise.all(tries.map((attempt) => attempt(given)));
      const seen: string[] = [];
      for (const minutes of [0, 2, 3 * 24 * 60, 5 * 24 * 60]) {
        test.clock.advance(minutes * 60_000);
        await test.cleanUp();
        for (const given of [password, 'not this one']) {
          const [unknown, taken] = await both(given);
          expect(taken).toEqual(unknown);
          seen.push(taken?.body.code ?? '');
        }
      }
      const [waits, wrong] = ['EMAIL_NOT_VERIFIED', 'INVALID_CREDENTIALS'];
      expect(seen).toEqual([waits, wrong, waits, wrong, waits, wrong, wrong, wrong]);
      const subjects = (await mailsTo(known.email)).map((mail) => mail.subject);
      expect(new Set(subjects)).toEqual(new Set(['You already have an account']));
      await signIn(known);
    });

    it('an owner who registers again with the same password can still sign in', async () => {
      const known = await test.citizen();
      const attempt = await ask(known.email, known.password);
      expect(await attempt(known.password)).toMatchObject({ status: 200 });
    });

    it('registering an address again allows no further guesses of its password', async () => {
      const known = await test.citizen();
      const tries = [
        await ask('guessed@home.example', 'seven green lamps'),
        await ask(known.email, 'seven green lamps'),
      ];
      for (const attempt of tries) {
        for (let time = 0; time < 10; time += 1) {
          expect(await attempt('seven green lamps')).toMatchObject({ status: 403 });
        }
        expect(await attempt('seven green lamps')).toMatchObject({ status: 429 });
      }
    });
  });

  it('one network may try ten passwords of an account in 15 minutes', async () => {
    const citizen = await test.citizen();
    for (let time = 0; time < 10; time += 1) {
      expect(await failure(signIn({ ...citizen, password: `guess ${time}` }))).toMatchObject({ status: 401 });
    }
    const error = await failure(signIn(citizen));
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(error.retryAfter).toBeGreaterThan(0);
    test.clock.advance(15 * 60_000 + 1);
    await signIn(citizen);
  });
});

describe('guesses from many networks', () => {
  it('guesses from many networks are stopped without locking out a trusted device', async () => {
    const own = await createTestApp({ rates: { loginAnywhere: { max: 3, seconds: 900 } } });
    const citizen = await own.citizen();
    const from = async (remoteAddress: string, password: string) => {
      const payload = { email: citizen.email, password, type: 'user' };
      return (await own.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload })).statusCode;
    };
    expect(await from('192.0.2.1', citizen.password)).toBe(200);
    for (const network of [2, 3, 4]) expect(await from(`192.0.2.${network}`, 'a guess')).toBe(401);
    expect(await from('192.0.2.5', 'a guess')).toBe(429);
    expect(await from('192.0.2.6', citizen.password)).toBe(429);
    expect(await from('192.0.2.1', citizen.password)).toBe(200);
    await own.close();
  });
});

describe('a session', () => {
  it('logging out ends the session', async () => {
    const citizen = await test.citizen();
    await citizen.call(logout);
    expect(await failure(citizen.call(getUser))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each([
    ['citizen', 12, 7 * 24],
    ['staff', 0.25, 12],
  ])('a session of a %s ends after %i idle hours, and in any case after %i', async (who, idle, absolute) => {
    const clock = test.clock.now().getTime();
    const make = () => (who === 'citizen' ? test.citizen() : test.staff('administrator'));
    const read = (person: Person) => person.call(who === 'citizen' ? getUser : (getStaffMe as never));
    const [resting, busy] = [await make(), await make()];
    test.clock.advance(idle * 3_600_000 + 1_000);
    expect(await failure(read(resting))).toMatchObject({ status: 401 });
    test.clock.advance(clock - test.clock.now().getTime());
    const step = Math.min(1, idle * 0.8);
    for (let left = Math.ceil(absolute / step) - 1; left > 0; left -= 1) {
      test.clock.advance(step * 3_600_000);
      await read(busy);
    }
    test.clock.advance(step * 3_600_000 + 1);
    expect(await failure(read(busy))).toMatchObject({ status: 401 });
  });

  it('background calls do not keep a session alive', async () => {
    const left = await test.staff('administrator');
    const ask = (headers: Record<string, string>) =>
      test.app.inject({ url: '/api/desk/me', headers: { authorization: `Bearer ${left.token}`, ...headers } });
    for (let minute = 0; minute < 14; minute += 2) {
      test.clock.advance(2 * 60_000);
      expect((await ask({ 'x-background': '1' })).statusCode).toBe(200);
    }
    test.clock.advance(2 * 60_000);
    expect((await ask({})).statusCode).toBe(401);
  });

  it('responses to a session are not cached by the browser', async () => {
    const { token } = await test.citizen();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await test.app.inject({ method: 'POST', url: '/api/logout', headers });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
  });

  it('a session is listed to its owner, who alone can end it from elsewhere', async () => {
    const [citizen, other] = [await test.citizen(), await test.citizen()];
    const { token } = await signIn(citizen);
    const elsewhere = test.callAs(token);
    const sessions = await citizen.call(listSessions);
    expect(sessions).toHaveLength(2);
    const second = sessions.find((it) => !it.current);
    expect(await failure(other.call(endSession, { params: { id: second?.id ?? '' } }))).toMatchObject({ status: 404 });
    await elsewhere(getUser);
    await citizen.call(endSession, { params: { id: second?.id ?? '' } });
    expect(await failure(elsewhere(getUser))).toMatchObject({ status: 401 });
    await citizen.call(getUser);
  });

  it.each([
    undefined,
    'Bearer',
    'Bearer x',
    `Basic ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'ä'.repeat(43)}`,
  ])('the authorization header %j opens no session', async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await test.app.inject({ url: '/api/users/get-details', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: 'Please log in again.', code: 'UNAUTHENTICATED' });
  });
});
