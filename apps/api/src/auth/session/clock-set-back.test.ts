import { confirmMfa, getStaffMe, listSessions, login, startMfa } from '@baraza/contract';
import { expect, test } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { codeAt } from '../../../test/support/authenticator.ts';
import { failure } from '../../../test/support/failure.ts';

/*
 * The clock of the computer ran a year ahead for a while, and is right again.
 */

const api = sharedTestApp();

const day = 24 * 3_600_000;
const year = 365 * day;
const signIn = (person: Person, password: string, type: string) =>
  api.call(login, { body: { email: person.email, password, type } });

/** Works while the clock is ahead by this time (milliseconds). */
async function ahead<T>(time: number, work: () => Promise<T>): Promise<T> {
  api.clock.advance(time);
  try {
    return await work();
  } finally {
    api.clock.advance(-time);
  }
}

test('after the clock is set back a year, sessions from the future end and one an hour ahead stays', async () => {
  const [citizen, officer] = [await api.citizen(), await api.staff('oversight')];
  for (const [person, type, ask] of [
    [citizen, 'user', listSessions],
    [officer, 'mda', getStaffMe],
  ] as const) {
    const far = await ahead(year, () => signIn(person, person.password, type));
    expect(await failure(api.callAs(far.token)(ask))).toMatchObject({ status: 401 });
    const near = await ahead(day / 24, () => signIn(person, person.password, type));
    await api.callAs(near.token)(ask);
  }
});

test('after the clock is set back a year, used-up attempts lock nobody out for that year', async () => {
  const citizen = await api.citizen();
  const guess = () => failure(signIn(citizen, 'not this one', 'user'));
  await ahead(year, async () => {
    for (let index = 0; index < 10; index += 1) await guess();
    expect(await guess()).toMatchObject({ status: 429 });
  });
  expect(await signIn(citizen, citizen.password, 'user')).toHaveProperty('token');
  for (let index = 0; index < 10; index += 1) await guess();
  expect(await guess()).toMatchObject({ status: 429 });
});

test('after the clock is set back a year, MFA codes work again, each of them once', async () => {
  const person = await api.staff('oversight');
  const code = () => codeAt(key, api.clock.now());
  const { email, password } = person;
  const enter = () => api.call(login, { body: { email, password, type: 'mda', code: code() } });
  const { key } = await person.call(startMfa, { body: { currentPassword: person.password } });
  await person.call(confirmMfa, { body: { code: code() } });
  await ahead(year, enter);
  expect(await enter()).toHaveProperty('token');
  expect(await failure(enter())).toMatchObject({ code: 'CODE_INVALID' });
  // A few minutes of difference do not make used codes valid.
  await ahead(5 * 60_000, enter);
  expect(await failure(enter())).toMatchObject({ code: 'CODE_INVALID' });
});
