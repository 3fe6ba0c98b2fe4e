import { expect, test, vi } from 'vitest';
import { password, sharedPhonePeople } from '../../test/support/phone-people.ts';
import { runBeside } from '../../test/support/server/run-program.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const people = sharedPhonePeople();

test('renew-number lets a citizen log in again by a number that rested for a year, and says what is wrong', async () => {
  const number = people.newNumber();
  await people.join(number);
  await people.age(number);
  expect(await people.ask(number)).toMatchObject({ code: 'PHONE_UNUSED' });
  const run = (...words: string[]) => runBeside(people.api, 'renew-number', words, people.gateway.environment);

  expect(await run(number, 'Somebody Else')).toEqual({
    code: 1,
    text: 'Nobody of this name logs in with this number.',
  });
  expect(await run(`0${number.slice(4)}`, 'Ada Obi')).toEqual({
    code: 0,
    text: 'The number can be used again, with the password and the code of an SMS.',
  });

  expect(await people.enter(number, { password })).toBeTruthy();
  const { rows } = await people.api.pool.query(
    `select object_kind from audit where action = 'account.phone-confirmed' and actor_id is null`,
  );
  expect(rows).toHaveLength(1);
  expect(await run('Ada Obi', 'Ada Obi')).toMatchObject({ code: 1, text: expect.stringMatching(/^Say which/u) });
  expect(await run('12', 'Ada Obi')).toMatchObject({ code: 1, text: expect.stringMatching(/^This is no telephone/u) });
});
