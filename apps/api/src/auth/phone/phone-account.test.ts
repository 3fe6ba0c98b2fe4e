import {
  deleteAccount,
  forgotPassword,
  getUser,
  register,
  resetPassword,
  updatePassword,
  updateProfile,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createScene } from '../../../test/support/complaints.ts';
import { failure } from '../../../test/support/failure.ts';
import { codeIn } from '../../../test/support/server/outbox.ts';
import { another, password, sharedPhonePeople } from '../../../test/support/phone-people.ts';
import { account, audit, channelContact, mailOutbox, oneTimeCode } from '../../db/schema/tables.ts';

const people = sharedPhonePeople();
const { newNumber, newEmail, form, codeFor, textsTo, join, ask, enter, rowOf } = people;

describe('a forgotten password', () => {
  test('is set anew by a code to the number, which the owner hears of', async () => {
    const number = newNumber();
    const token = await join(number);
    const stranger = newNumber();
    const answers = [
      await people.api.call(forgotPassword, { body: { email: number } }),
      await people.api.call(forgotPassword, { body: { email: stranger } }),
    ];
    expect(answers[0]).toEqual(answers[1]);
    expect(await textsTo(stranger)).toEqual([]);
    const pair = { password: another, confirmPassword: another };

    const code = await codeFor(number);
    await people.api.call(resetPassword, { body: { ...pair, email: number, otp: code } });

    expect(await failure(people.api.callAs(token)(getUser))).toMatchObject({ status: 401 });
    const texts = await textsTo(number);
    expect(texts.at(-1)).toMatch(/^Baraza: Your password was changed\. /u);
    for (const text of texts) for (const name of ['Ada', 'Obi']) expect(text).not.toContain(name);
    people.api.clock.advance(61_000);
    expect(await ask(number)).toMatchObject({ status: 401 });
    expect(await enter(number, { password: another })).toBeTruthy();
  });

  test('is set for the one of several accounts that was chosen after the code', async () => {
    const number = newNumber();
    await join(number);
    await join(number, { first_name: 'Bola' });
    await people.api.call(forgotPassword, { body: { email: number } });
    const body = { password: another, confirmPassword: another, email: number, otp: await codeFor(number) };

    const choice = await failure(people.api.call(resetPassword, { body }));
    expect(choice).toMatchObject({ status: 409, code: 'ACCOUNT_CHOICE' });
    const bola = choice.accounts.find(({ name }) => name.startsWith('Bola'))!;
    await people.api.call(resetPassword, { body: { ...body, account: bola.id } });

    people.api.clock.advance(61_000);
    const token = await enter(number, { password: another });
    expect(await people.api.callAs(token)(getUser)).toMatchObject({ first_name: 'Bola' });
    people.api.clock.advance(61_000);
    expect(await people.api.callAs(await enter(number))(getUser)).toMatchObject({ first_name: 'Ada' });
  });

  test('is not set for a registration that waits', async () => {
    const number = newNumber();
    await people.api.call(register, { form: form(number) });
    await people.api.runJobs();
    people.gateway.messages.length = 0;

    await people.api.call(forgotPassword, { body: { email: number } });

    expect(await textsTo(number)).toEqual([]);
  });
});

describe('the profile of an account by telephone', () => {
  const profile = (phone: string, more: object = {}) => ({
    first_name: 'Ada',
    last_name: 'Obi',
    phone,
    email: '',
    ...more,
  });
  /** Sends a profile and the code in one browser, which alone may confirm it. */
  async function change(token: string, fields: Record<string, string>, address: string, code: () => Promise<string>) {
    const payload = new FormData();
    for (const [name, value] of Object.entries(fields)) payload.append(name, value);
    const headers = { authorization: `Bearer ${token}` };
    const asked = await people.api.app.inject({ method: 'PUT', url: '/api/users/update-profile', payload, headers });
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toMatchObject({ pendingEmail: address });
    const cookies = Object.fromEntries(asked.cookies.map(({ name, value }) => [name, value]));
    const body = { email: address, otp: await code() };
    return people.api.app.inject({ method: 'POST', url: '/api/verify-email', payload: body, cookies });
  }

  test('a new number needs the password and a code sent to it, and the old one gets two notices', async () => {
    const [old, next] = [newNumber(), newNumber()];
    const token = await join(old);
    expect(await failure(people.api.callAs(token)(updateProfile, { form: profile(next) }))).toMatchObject({
      status: 400,
    });

    const fields = profile(next, { currentPassword: password });
    const done = await change(token, fields, next, () => codeFor(next));

    expect(done.statusCode).toBe(200);
    expect(await people.api.callAs(token)(getUser)).toMatchObject({ phone: next, pendingEmail: null });
    expect(await textsTo(old)).toEqual([
      expect.stringContaining('Somebody asked to change the phone number'),
      expect.stringContaining('The phone number of your account was changed'),
    ]);
    people.api.clock.advance(61_000);
    expect(await ask(old)).toMatchObject({ status: 401 });
    expect(await enter(next)).toBeTruthy();
  });

  test('the name changes without a code, and the same number in another spelling is no change', async () => {
    const number = newNumber();
    const token = await join(number);
    const typed = `0${number.slice(4)}`;

    const saved = await people.api.callAs(token)(updateProfile, { form: profile(typed, { first_name: 'Adaeze' }) });

    expect(saved).toMatchObject({ first_name: 'Adaeze', phone: number, pendingEmail: null, email: '' });
    expect(await textsTo(number)).toEqual([]);
  });

  test('an e-mail can be added, and is the place of news and notices from then on', async () => {
    const number = newNumber();
    const email = newEmail();
    const token = await join(number);
    const mailed = async () => codeIn((await people.api.outbox()).findLast(({ to }) => to === email));

    const done = await change(token, profile(number, { email, currentPassword: password }), email, mailed);

    expect(done.statusCode).toBe(200);
    expect(await people.api.callAs(token)(getUser)).toMatchObject({ email, email_verified: true, by_phone: true });
    await people.api.runJobs();
    people.gateway.messages.length = 0;
    const change2 = { currentPassword: password, password: another, confirmPassword: another };
    await people.api.callAs(token)(updatePassword, { body: change2 });
    expect(await textsTo(number)).toEqual([]);
    expect((await people.api.outbox()).at(-1)).toMatchObject({ to: email, subject: 'Your password was changed' });
  });

  test('e-mail and number change one after the other, and an account by e-mail keeps its e-mail', async () => {
    const number = newNumber();
    const token = await join(number);
    const both = profile(newNumber(), { email: 'new@home.example', currentPassword: password });
    expect(await failure(people.api.callAs(token)(updateProfile, { form: both }))).toMatchObject({
      status: 400,
      fields: { phone: 'Change email and phone number one after the other.' },
    });

    const citizen = await people.api.citizen();
    expect(await failure(citizen.call(updateProfile, { form: profile('0803 555 1234') }))).toMatchObject({
      status: 400,
      fields: { email: 'All fields are required' },
    });
  });
});

describe('an account by telephone elsewhere in the portal', () => {
  test('news of a complaint arrive by SMS without office, title and words, until STOP', async () => {
    const number = newNumber();
    await join(number);
    const scene = await createScene(people.api);
    const { id: accountId = '' } = (await rowOf(number)) ?? {};
    const caller = { ...scene.citizen.caller, accountId };
    const id = await scene.file({ title: 'Purple tap' }, { ...scene.citizen, id: accountId, caller });
    await scene.act(scene.officer, id, 'start');

    const texts = await textsTo(number);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/Purple|Ada|Obi/u);
    expect(texts.at(-1)).toMatch(/\nLog in to read it\.$/u);

    const say = (text: string) =>
      people.api.app.inject({
        method: 'POST',
        url: '/channel/sms/a-secret-that-nobody-can-guess',
        payload: { id: `said ${text}`, from: number, text },
      });
    await say('status');
    const answers = (await textsTo(number)).slice(texts.length);
    expect(answers.join('')).not.toMatch(/SDP-/u);
    await say('stop');
    await people.api.runJobs();
    people.gateway.messages.length = 0;
    await scene.act(scene.officer, id, 'reply');
    expect(await textsTo(number)).toEqual([]);
    // Codes are not news.
    expect(await enter(number)).toBeTruthy();
  });

  test('no news go to a number that was not used for a year', async () => {
    const number = newNumber();
    await join(number);
    const scene = await createScene(people.api);
    const { id: accountId = '' } = (await rowOf(number)) ?? {};
    const caller = { ...scene.citizen.caller, accountId };
    const id = await scene.file({}, { ...scene.citizen, id: accountId, caller });
    await people.age(number);

    await scene.act(scene.officer, id, 'start');

    expect(await textsTo(number)).toEqual([]);
  });

  test('codes by SMS leave while the mail server is away', async () => {
    const number = newNumber();
    const settings = { ...people.api.services.settings, smtpUrl: 'smtp://127.0.0.1:9' };
    await people.api.call(forgotPassword, { body: { email: (await people.api.citizen()).email } });
    await people.api.call(register, { form: form(number) });

    await people.api.runJobs({ settings });

    expect(people.gateway.codeFor(number)).toMatch(/^\d{6}$/u);
    expect(await people.api.services.db.$count(mailOutbox)).toBeGreaterThan(0);
    await people.api.runJobs();
  });

  test('erasing the account erases number, contact and codes, and says so by SMS', async () => {
    const number = newNumber();
    const token = await join(number);
    await ask(number);
    await people.api.runJobs();
    const { id = '' } = (await rowOf(number)) ?? {};

    await people.api.callAs(token)(deleteAccount, { body: { currentPassword: password } });

    expect((await textsTo(number)).at(-1)).toBe('Baraza: your account was deleted, as you asked.');
    const { db } = people.api.services;
    expect(await db.select().from(account).where(eq(account.phone, number))).toEqual([]);
    expect(await db.select().from(oneTimeCode).where(eq(oneTimeCode.email, number))).toEqual([]);
    expect(
      await people.api.services.scoped('system').select().from(channelContact).where(eq(channelContact.accountId, id)),
    ).toEqual([]);
    expect(await ask(number)).toMatchObject({ status: 401 });
  });

  test('SMS to one number are limited, known or not, and a sign-in has its own share', async () => {
    const [number, stranger] = [newNumber(), newNumber()];
    await join(number);
    const statuses = async (email: string) => {
      const all: number[] = [];
      for (let times = 0; times < 10; times += 1) {
        people.api.clock.advance(900_000);
        const asked = await people.api.app.inject({
          method: 'POST',
          url: '/api/forgot-password',
          payload: { email },
          remoteAddress: `203.0.${times}.9`,
        });
        all.push(asked.statusCode);
      }
      return all;
    };

    const known = await statuses(number);

    expect(known).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429]);
    expect(await statuses(stranger)).toEqual(known);
    expect(await enter(number)).toBeTruthy();
  });

  test('the audit trail holds the steps, and no number', async () => {
    const number = newNumber();
    await join(number);
    await enter(number);
    const { id = '' } = (await rowOf(number)) ?? {};

    const entries = await people.api.services.db.select().from(audit).where(eq(audit.actorId, id));

    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.phone-confirmed', 'account.signed-in']),
    );
    expect(JSON.stringify(entries)).not.toContain(number.slice(1));
  });
});
