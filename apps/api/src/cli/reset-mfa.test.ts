import { getStaffMe } from '@baraza/contract';
import { expect, test, vi } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { runBeside } from '../../test/support/server/run-program.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const api = sharedTestApp();

const run = (...words: string[]) => runBeside(api, 'reset-mfa', words);

test('reset-mfa turns off MFA of staff and signs them out, and refuses anybody else in one line', async () => {
  const person = await api.staff('administrator');
  await api.pool.query('update account set mfa_at = now() where id = $1', [person.id]);
  expect(await run(person.email.toUpperCase())).toEqual({
    code: 0,
    text: 'Two-step sign-in is off. Log in with the password and set it up again.',
  });
  expect(await failure(person.call(getStaffMe))).toMatchObject({ status: 401 });
  const { rows } = await api.pool.query(`select object_id from audit where action = 'staff.mfa-reset'`);
  expect(rows).toEqual([{ object_id: person.id }]);
  const again = await run(person.email);
  expect(again).toEqual({ code: 1, text: 'Two-step sign-in is not on for this account.' });
  expect(await run('nobody@desk.example')).toEqual({ code: 1, text: 'No member of staff has this email.' });
  expect(await run()).toEqual({ code: 1, text: 'Say whose: npm run reset-mfa -- name@example.org' });
});
