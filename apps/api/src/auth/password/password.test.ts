import { forgotPassword, getUser, login, resetPassword, updatePassword, verifyEmail } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { account } from '../../db/schema/tables.ts';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { failure } from '../../../test/support/failure.ts';
import { codeIn } from '../../../test/support/server/outbox.ts';

const test = sharedTestApp();

const signIn = (person: Pick<Person, 'email' | 'password'>, type = 'user') =>
  test.call(login, { body: { email: person.email, password: person.password, type } });

async function mailsTo(email: string) {
  return (await test.outbox()).filter((mail) => mail.to === email);
}

/** Sets another password as a reset does, once somebody waits for it who proved the old one already. */
async function changeMeanwhile(person: Person, work: () => Promise<unknown>) {
  const client = await test.pool.connect();
  try {
    await client.query(`begin; set local baraza.scope = 'system'`);
    await client.query('select id from account where email = $1 for update', [person.email]);
    const late = work();
    const waiting = async () => {
      const { rows } = await test.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(0);
    await client.query(`update account set password_hash = 'another' where email = $1`, [person.email]);
    await client.query('delete from session where account_id = (select id from account where email = $1)', [
      person.email,
    ]);
    await client.query('commit');
    return await late;
  } finally {
    client.release();
  }
}

describe('a password replaced while it is checked', () => {
  it('a password that is replaced while it is checked opens no session', async () => {
    const citizen = await test.citizen();
    const error = await changeMeanwhile(citizen, () => failure(signIn(citizen)));
    expect(error).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it('a password that is replaced while it is checked cannot set another one', async () => {
    const citizen = await test.citizen();
    const body = {
      currentPassword: citizen.password,
      password: 'another good one',
      confirmPassword: 'another good one',
    };
    const error = await changeMeanwhile(citizen, () => failure(citizen.call(updatePassword, { body })));
    expect(error).toMatchObject({ status: 400, fields: { currentPassword: 'The current password is not correct.' } });
  });
});

describe('changing the password', () => {
  const change = (person: Person, currentPassword: string, password: string, confirmPassword = password) =>
    person.call(updatePassword, { body: { currentPassword, password, confirmPassword, type: 'user' } });

  it('changing the password ends the other sessions and mails the owner', async () => {
    const citizen = await test.citizen();
    const { token } = await signIn(citizen);
    await change(citizen, citizen.password, 'another good one');
    await citizen.call(getUser);
    expect(await failure(test.callAs(token)(getUser))).toMatchObject({ status: 401 });
    expect((await mailsTo(citizen.email)).map((mail) => mail.subject)).toEqual(['Your password was changed']);
    expect(await failure(signIn(citizen))).toMatchObject({ status: 401 });
    await signIn({ ...citizen, password: 'another good one' });
  });

  it.each([
    ['the wrong current password', 'not this one', 'another good one', 'another good one', 'currentPassword'],
    ['two new ones', '', 'another good one', 'another good two', 'confirmPassword'],
    ['a common new one', '', 'iloveyou123', 'iloveyou123', 'password'],
    ['a short new one', '', 'short', 'short', 'password'],
  ])('changing the password refuses %s', async (_, current, password, confirmPassword, field) => {
    const citizen = await test.citizen();
    const error = await failure(change(citizen, current || citizen.password, password, confirmPassword));
    expect(error.status).toBe(400);
    expect(Object.keys(error.fields)).toEqual([field]);
    await signIn(citizen);
  });

  it('a stolen session cannot guess the password when changing it', async () => {
    const citizen = await test.citizen();
    const stolen = { ...citizen, call: test.callAs((await signIn(citizen)).token) };
    const guess = () => failure(change(stolen, 'a guess', 'another good one'));
    for (let time = 0; time < 9; time += 1) expect(await guess()).toMatchObject({ status: 400 });
    // Hours later it goes on where it was.
    test.clock.advance(3 * 3_600_000);
    expect(await guess()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await failure(stolen.call(getUser))).toMatchObject({ status: 401 });
    expect((await mailsTo(citizen.email)).map((mail) => mail.subject)).toEqual(['Wrong passwords in your account']);
    // The owner lost no tries by that.
    await change(citizen, citizen.password, 'another good one');
  });

  it('simultaneous guesses of the password in one session share its limit', async () => {
    const citizen = await test.citizen();
    const all = Array.from({ length: 30 }, () => failure(change(citizen, 'a guess', 'another good one')));
    const statuses = (await Promise.all(all)).map((error) => error.status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect(new Set(statuses.filter((status) => status !== 400))).toEqual(new Set([401, 429]));
    expect(await failure(citizen.call(getUser))).toMatchObject({ status: 401 });
    expect(await mailsTo(citizen.email)).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string, type?: string) => test.call(forgotPassword, { body: { email, type } });
  const reset = (email: string, otp: string, more: object = {}) =>
    test.call(resetPassword, {
      body: { email, otp, password: 'a brand new one', confirmPassword: 'a brand new one', ...more },
    });

  it('resetting the password with the code ends every session and mails the owner', async () => {
    const citizen = await test.citizen();
    await ask(citizen.email, 'user');
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    expect(Object.keys(await reset(citizen.email, otp))).toEqual(['message']);
    expect(await failure(citizen.call(getUser))).toMatchObject({ status: 401 });
    await signIn({ ...citizen, password: 'a brand new one' });
    expect((await mailsTo(citizen.email)).map((mail) => mail.subject)).toEqual([
      'Your code to set a new password',
      'Your password was changed',
    ]);
    expect(await failure(reset(citizen.email, otp))).toMatchObject({ code: 'CODE_INVALID' });
  });

  it('a reset code sent to an account’s former address does not work', async () => {
    const citizen = await test.citizen();
    await ask(citizen.email);
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    await test.services.db.update(account).set({ email: 'moved@home.example' }).where(eq(account.email, citizen.email));
    expect(await failure(reset(citizen.email, otp))).toMatchObject({ code: 'CODE_INVALID' });
    await signIn({ ...citizen, email: 'moved@home.example' });
  });

  it('requesting a reset for an unknown address gets the same response and sends no mail', async () => {
    const citizen = await test.citizen();
    const url = '/api/forgot-password';
    const answers = await Promise.all(
      [citizen.email, 'stranger@home.example'].map((email) =>
        test.app.inject({ method: 'POST', url, payload: { email } }),
      ),
    );
    const [known, unknown] = answers.map(({ statusCode, body, headers }) => ({
      statusCode,
      body,
      headers: Object.keys(headers),
    }));
    expect(unknown).toEqual(known);
    expect(await mailsTo('stranger@home.example')).toEqual([]);
    expect(await failure(reset('stranger@home.example', '123456'))).toMatchObject({
      status: 400,
      code: 'CODE_INVALID',
    });
  });

  it('resetting a member of staff’s password leaves that of the citizen with the same address', async () => {
    const officer = await test.officer((await test.mda()).id);
    const citizen = await test.citizen({ email: officer.email });
    await ask(officer.email, 'mda');
    const otp = codeIn((await mailsTo(officer.email))[0]);
    expect(await failure(reset(officer.email, otp))).toMatchObject({ code: 'CODE_INVALID' });
    await reset(officer.email, otp, { type: 'mda' });
    await signIn({ ...officer, password: 'a brand new one' }, 'mda');
    await signIn(citizen);
  });

  it('a code of another purpose does not reset the password', async () => {
    const citizen = await test.citizen();
    await ask(citizen.email);
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    expect(await failure(test.call(verifyEmail, { body: { email: citizen.email, otp } }))).toMatchObject({
      code: 'CODE_INVALID',
    });
    await reset(citizen.email, otp);
  });

  it('a reset code entered without its address needs the cookie of its request', async () => {
    const citizen = await test.citizen();
    const asked = await test.app.inject({
      method: 'POST',
      url: '/api/forgot-password',
      payload: { email: citizen.email },
    });
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    const payload = { otp, password: 'a brand new one', confirmPassword: 'a brand new one', type: 'user' };
    const alone = await test.app.inject({ method: 'PUT', url: '/api/reset-password', payload });
    expect(alone.json()).toMatchObject({ fields: { email: 'Email is required to request OTP.' } });
    const cookies = { pr: asked.cookies[0]?.value ?? '' };
    expect((await test.app.inject({ method: 'PUT', url: '/api/reset-password', payload, cookies })).statusCode).toBe(
      200,
    );
  });

  /** Requests a code in a new browser; returns the cookie that this browser then sends. */
  async function browser({ email }: Person) {
    const url = '/api/forgot-password';
    const { cookies } = await test.app.inject({ method: 'POST', url, payload: { email } });
    const pr = cookies[0]?.value ?? '';
    return async (otp: string) => {
      const payload = { otp, email, password: 'a brand new one', confirmPassword: 'a brand new one', type: 'user' };
      return (await test.app.inject({ method: 'PUT', url: '/api/reset-password', payload, cookies: { pr } }))
        .statusCode;
    };
  }

  it('the owner can reset the password while others try codes elsewhere', async () => {
    const citizen = await test.citizen();
    const own = await browser(citizen);
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    const wrong = otp === '111111' ? '222222' : '111111';
    for (let time = 0; time < 5; time += 1)
      expect(await failure(reset(citizen.email, wrong))).toMatchObject({ code: 'CODE_INVALID' });
    expect(await failure(reset(citizen.email, otp))).toMatchObject({ code: 'CODE_EXHAUSTED' });
    expect(await own(otp)).toBe(200);
  });

  it('only the newest reset code works, even if a stranger requested it', async () => {
    const citizen = await test.citizen();
    const own = await browser(citizen);
    test.clock.advance(60_001);
    await ask(citizen.email);
    const [older, newer] = (await mailsTo(citizen.email)).map(codeIn);
    const wrong = newer === '111111' ? '222222' : '111111';
    // One in a million times the two are the same.
    expect(await own(older === newer ? wrong : older!)).toBe(400);
    expect(await own(newer!)).toBe(200);
  });

  it('the owner can reset the password after a stranger used up the tries of a later code', async () => {
    const citizen = await test.citizen();
    const own = await browser(citizen);
    test.clock.advance(60_001);
    const stranger = await browser(citizen);
    const otp = codeIn((await mailsTo(citizen.email))[1]);
    const wrong = otp === '111111' ? '222222' : '111111';
    for (let time = 0; time < 5; time += 1) {
      expect(await failure(reset(citizen.email, wrong))).toMatchObject({ code: 'CODE_INVALID' });
      expect(await stranger(wrong)).toBe(400);
    }
    expect(await failure(reset(citizen.email, otp))).toMatchObject({ code: 'CODE_EXHAUSTED' });
    expect(await stranger(otp)).toBe(400);
    expect(await own(otp)).toBe(200);
  });

  it('a browser has five tries for reset codes, however many it requests', async () => {
    const citizen = await test.citizen();
    const early = await browser(citizen);
    let otp = '';
    for (const tries of [3, 2]) {
      test.clock.advance(60_001);
      await ask(citizen.email);
      otp = codeIn((await mailsTo(citizen.email)).at(-1));
      const wrong = otp === '111111' ? '222222' : '111111';
      for (let time = 0; time < tries; time += 1) expect(await early(wrong)).toBe(400);
    }
    expect(await early(otp)).toBe(400);
    await reset(citizen.email, otp);
  });

  it('a reset to a common password is refused and keeps the code valid', async () => {
    const citizen = await test.citizen();
    await ask(citizen.email);
    const otp = codeIn((await mailsTo(citizen.email))[0]);
    const common = { password: 'password1', confirmPassword: 'password1' };
    for (let time = 0; time < 6; time += 1)
      expect(await failure(reset(citizen.email, otp, common))).toMatchObject({ status: 400 });
    await reset(citizen.email, otp);
  });

  it('a reset code is sent at most once a minute', async () => {
    const citizen = await test.citizen();
    await ask(citizen.email);
    expect(await failure(ask(citizen.email))).toMatchObject({ status: 429 });
    test.clock.advance(60_001);
    await ask(citizen.email);
  });
});
