import { getStaffMe, getUser, listSessions } from '@baraza/contract';
import { expect, test, vi } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { runBeside } from '../../test/support/server/run-program.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const api = sharedTestApp();

const run = (...words: string[]) => runBeside(api, 'sign-out', words);
const usage = 'Say whose: npm run sign-out -- name@example.org, or npm run sign-out -- --everybody';

async function entries() {
  const { rows } = await api.pool.query<{ object_id: string | null; detail: unknown }>(
    `select object_id, detail from audit where action = 'account.signed-out' order by at`,
  );
  return rows;
}

test('sign-out ends every session of a citizen, and of nobody else', async () => {
  const [citizen, other] = [await api.citizen(), await api.citizen()];
  expect(await citizen.call(listSessions)).toHaveLength(1);
  expect(await run(citizen.email.toUpperCase())).toEqual({
    code: 0,
    text: 'Ended: 1. Whoever knows the password can log in again.',
  });
  expect(await failure(citizen.call(getUser))).toMatchObject({ status: 401 });
  expect(await other.call(getUser)).toMatchObject({ email: other.email });
  expect(await entries()).toEqual([{ object_id: citizen.id, detail: null }]);
});

test('sign-out --everybody ends more sessions than one batch holds', async () => {
  const [citizen, reader] = [await api.citizen(), await api.staff('oversight')];
  await api.pool.query(
    `insert into session (id, token_hash, account_id, created_at, last_used_at, expires_at)
      select gen_random_uuid(), sha256(n::text::bytea), $1, now(), now(), now() + interval '1 day' from generate_series(1, 1500) n`,
    [citizen.id],
  );
  const answer = await run('--everybody');
  expect(answer).toMatchObject({ code: 0, text: expect.stringMatching(/^Ended: 15\d\d\. Everybody logs in anew\.$/) });
  expect(await failure(citizen.call(getUser))).toMatchObject({ status: 401 });
  expect(await failure(reader.call(getStaffMe))).toMatchObject({ status: 401 });
  expect((await api.pool.query('select from session')).rowCount).toBe(0);
  const [first, second] = (await entries()).slice(-2);
  expect([first?.detail, second?.detail]).toEqual([{ sessions: 1_000 }, { sessions: expect.any(Number) }]);
});

test.each([[[]], [['--everyone']]])('sign-out with the arguments %j prints its usage', async (words) => {
  expect(await run(...words)).toEqual({ code: 1, text: usage });
});

test('sign-out refuses an unknown address', async () => {
  expect(await run('nobody@mail.example')).toEqual({ code: 1, text: 'Nobody has this email.' });
});
