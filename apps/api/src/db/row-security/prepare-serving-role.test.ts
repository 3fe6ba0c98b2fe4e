import { transitionComplaint, submitComplaint } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartupError } from '../../config/startup-error.ts';
import { createTestApp, type TestApp } from '../../../test/support/server/app.ts';
import { createScene } from '../../../test/support/complaints.ts';
import { asServerAdministrator, createTestDatabase, type TestDatabase } from '../../../test/support/server/database.ts';
import { connectDatabase } from '../database.ts';
import { keepPrepared, oneRow } from '../prepared.ts';
import { prepareServingRole } from './prepare-serving-role.ts';

/*
 * Whoever signs in as a superuser is above row-level security: the program then serves as another role.
 */

describe('signed in as a superuser', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await createTestApp({ databaseUser: 'postgres' });
  });
  afterAll(() => api.close());

  test('connections serve as a role that owns nothing and sees what its scope lets it', async () => {
    const { rows } = await api.pool.query(`select current_user as name, rolsuper, rolbypassrls, rolcanlogin
      from pg_roles where rolname = current_user`);
    expect(rows).toEqual([{ name: 'baraza_app', rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    const owned = await api.pool.query(`select from pg_class where relowner = current_user::regrole`);
    expect(owned.rowCount).toBe(0);
    await expect(api.pool.query('alter table complaint disable row level security')).rejects.toThrow('must be owner');
  });

  test('a complaint goes its way: filed, answered, the citizen told by mail', async () => {
    const scene = await createScene(api);
    const { id, trackingId } = await scene.citizen.call(submitComplaint, { form: scene.fields() });
    await scene.officer.call(transitionComplaint, { params: { id, action: 'start' }, body: { version: 1 } });
    const mails = (await api.outbox()).filter((mail) => mail.text.includes(trackingId));
    expect(mails.map((mail) => mail.to)).toEqual([scene.citizen.email, scene.citizen.email]);
    await api.cleanUp();

    const count = async (scope: Parameters<TestApp['services']['scoped']>[0]) =>
      (await api.services.scoped(scope).execute(sql`select from complaint`)).rowCount;
    expect(await count(`mda:${scene.mdaId}`)).toBe(1);
    expect(await count(`mda:${crypto.randomUUID()}`)).toBe(0);
    expect(await count('none')).toBe(0);
  });

  test('what is written for good stays', async () => {
    for (const statement of [
      `update complaint_event set at = now()`,
      'truncate complaint_event',
      'update audit set outcome = outcome',
      'delete from log_entry',
      'update log_tombstone set subject = subject',
    ]) {
      await expect(api.pool.query(statement)).rejects.toThrow('permission denied');
    }
    await expect(api.pool.query('delete from complaint_event')).rejects.toThrow('append-only');
    await api.pool.query(`update complaint_event set text = null, reason = null, data = null, salt = null`);
  });

  test('every table can be read, those of a later migration too after the next start', async () => {
    const owner = connectDatabase({ connectionString: api.pool.options.connectionString ?? '' });
    await asOwnerOf(api, 'create table later (id int)');
    await expect(owner.pool.query('select from later')).rejects.toThrow('permission denied');
    await Promise.all([prepareServingRole(owner.pool), prepareServingRole(owner.pool)]);
    const { rows } = await owner.pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name } of rows) await owner.pool.query(`select from ${name}`);
    await owner.close();
  });
});

/** As the migrations run: by whoever signs in. */
async function asOwnerOf({ pool }: TestApp, statement: string): Promise<void> {
  const client = await pool.connect();
  await client.query('reset role');
  await client.query(statement);
  client.release(true);
}

describe('signed in as a role that', () => {
  let database: TestDatabase;
  const name = `bypass_${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    database = await createTestDatabase();
    await asServerAdministrator(`create role ${name} login bypassrls`);
  });
  afterAll(async () => {
    await database.drop();
    await asServerAdministrator(`drop role ${name}`);
  });

  test('obeys the rules, nothing is changed', async () => {
    await prepareServingRole(database.pool);
    expect((await database.pool.query('select current_user as name')).rows).toEqual([{ name: 'baraza' }]);
  });

  test('is above the rules and may make no role, the reason is told in one line', async () => {
    const { pool, reads, close } = connectDatabase({
      connectionString: database.url.replace('user=baraza', `user=${name}`),
    });
    const failure = await prepareServingRole(pool).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toBe(
      'The role in DATABASE_URL is above row-level security and may not make the role baraza_app. Use a plain role that owns the database, or run as a superuser: CREATE ROLE baraza_app; GRANT baraza_app TO <role>;',
    );
    // Nor does it serve as it is.
    await expect(pool.query('select 1')).rejects.toThrow(/baraza_app/);
    const one = keepPrepared('one', (db) => db.select({ one: sql`1` }).from(oneRow));
    for (const _ of [1, 2])
      await expect(one(reads).execute()).rejects.toMatchObject({ cause: { message: /baraza_app/ } });
    // And leaves no connection behind.
    const open = sql`select from pg_stat_activity where usename = ${name}`;
    await vi.waitFor(async () => expect((await database.db.execute(open)).rowCount).toBe(0));
    await close();
  });
});
