import { login, startMfa } from '@baraza/contract';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { codeAt } from '../../../test/support/authenticator.ts';
import { failure } from '../../../test/support/failure.ts';

const api = sharedTestApp();

test('requesting another MFA key does not undo one that is confirmed meanwhile', async () => {
  const person = await api.staff('oversight');
  const { key } = await person.call(startMfa, { body: { currentPassword: person.password } });
  const client = await api.pool.connect();
  try {
    // As a confirmation does it, up to its end.
    await client.query('begin');
    await client.query('select from account where id = $1 for update', [person.id]);
    await client.query('update mfa set last_step = 1 where account_id = $1', [person.id]);
    await client.query('update account set mfa_at = now() where id = $1', [person.id]);
    const late = failure(person.call(startMfa, { body: { currentPassword: person.password } }));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api.pool.query(waiting)).rowCount, { timeout: 15_000 }).toBeGreaterThan(0);
    await client.query('commit');
    expect(await late).toMatchObject({
      status: 409,
      message: 'This was done or decided meanwhile. Look at what changed.',
    });
  } finally {
    client.release();
  }
  const { email, password } = person;
  const body = { email, password, type: 'mda', code: codeAt(key, api.clock.now()) };
  expect(await api.call(login, { body })).toHaveProperty('token');
});
