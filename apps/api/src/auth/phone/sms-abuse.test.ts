import { forgotPassword, register, updatePassword } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { another, password, sharedPhonePeople } from '../../../test/support/phone-people.ts';
import { account } from '../../db/schema/tables.ts';
import { countSms } from '../number.ts';

const people = sharedPhonePeople();
const { newNumber, newEmail, form, codeFor, textsTo, join, attempt, ask } = people;

test('a number of another country gets no code: some of their owners earn by each SMS', async () => {
  const { rows } = await people.api.pool.query('select count(*)::int as n from mail_outbox');

  expect(await failure(people.api.call(register, { form: form('+44 7400 123456') }))).toMatchObject({
    status: 400,
    fields: { email: 'Invalid email address' },
  });
  expect(await ask('+44 7400 123456')).toMatchObject({ status: 400 });

  expect((await people.api.pool.query('select count(*)::int as n from mail_outbox')).rows).toEqual(rows);
});

test('places that a number trusts ask for thirty SMS a day in all', async () => {
  const { api } = people;
  const request = { ip: '10.9.9.9' } as never;
  const count = () =>
    countSms(api.services.db, api.services, request, {
      number: '+2348035550000',
      purpose: 'x',
      origin: { isTrusted: true },
    });
  for (let asked = 0; asked < 30; asked += 1) await count();

  await expect(count()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('an account whose password changes again and again gets five notices by SMS a day', async () => {
  const number = newNumber();
  const token = await join(number);
  let [currentPassword, next] = [password, another];
  for (let change = 0; change < 7; change += 1) {
    const body = { currentPassword, password: next, confirmPassword: next };
    await people.api.callAs(token)(updatePassword, { body });
    [currentPassword, next] = [next, currentPassword];
  }

  expect(await textsTo(number)).toHaveLength(5);
});

test('a stranger who registers somebody’s number neither ends their code nor counts tries of it', async () => {
  const number = newNumber();
  await join(number);
  await people.api.call(register, { form: form(number, { password: another, confirmPassword: another }) });
  await people.api.runJobs();
  people.gateway.messages.length = 0;
  expect(await ask(number)).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
  const own = await codeFor(number);

  people.api.clock.advance(61_000);
  expect(await ask(number, { password: another })).toMatchObject({ code: 'PHONE_CODE_REQUIRED' });
  for (let tried = 0; tried < 6; tried += 1) await ask(number, { password: another, code: '000000' });

  expect(await attempt(number, { code: own })).toHaveProperty('token');
});

test('an SMS does not reset the password of an account with an e-mail', async () => {
  const number = newNumber();
  await join(number);
  const { db } = people.api.services;
  await db
    .update(account)
    .set({ email: newEmail() })
    .where(sql`${account.phone} = ${number}`);

  await people.api.call(forgotPassword, { body: { email: number, type: 'user' } });

  expect(await textsTo(number)).toEqual([]);
});
