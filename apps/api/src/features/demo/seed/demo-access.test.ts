import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { account } from '../../../db/schema/tables.ts';
import { hashPassword } from '../../../auth/password/password.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { openDemo } from './demo-access.ts';
import { accountId, demoAccounts } from './demo-accounts.ts';

const test = sharedTestApp();

it('a new DEMO_PASSWORD is set for all sample accounts or for none', async () => {
  const { db, settings } = test.services;
  const { id: mdaId } = await test.mda();
  const old = await hashPassword('the old one');
  const rows = Object.values(demoAccounts).map((it) => {
    const { email, role, firstName, lastName, centre } = it;
    const own = { id: accountId(it), mdaId: 'mda' in it ? mdaId : null, passwordHash: old, createdAt: new Date() };
    return { email, role, firstName, lastName, centre, ...own };
  });
  await db.insert(account).values(rows);
  const { email: last } = demoAccounts.administrator;
  await db.execute(
    sql`alter table account add constraint unlucky check (email <> ${sql.raw(`'${last}'`)} or password_hash = ${sql.raw(`'${old}'`)})`,
  );
  const hashes = async () => new Set((await db.select().from(account)).map((it) => it.passwordHash));
  const services = { db, settings: { ...settings, demoPassword: 'a new good one' } };
  await expect(openDemo(services)).rejects.toThrow('Failed query');
  expect(await hashes()).toEqual(new Set([old]));
  await db.execute(sql`alter table account drop constraint unlucky`);
  expect(await openDemo(services)).toMatchObject({ password: 'a new good one' });
  expect(await hashes()).not.toContain(old);
});
