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

  test('connections use a role that owns nothing and sees only its scope', async () => {
    const { rows } = await api.pool.query(`select current_user as name, rolsuper, rolbypassrls, rolcanlogin
      from pg_roles where rolname = current_user`);
    expect(rows).toEqual([{ name: 'baraza_app', rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
    const owned = await api.pool.query(`select from pg_class where relowner = current_user::regrole`);
    expect(owned.rowCount).toBe(0);
    await expect(api.pool.query('alter table complaint disable row level security')).rejects.toThrow('must be owner');
  });

  test('a complaint is filed and answered, and its citizen notified by mail', async () => {
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

  test('append-only tables cannot be changed by the serving role', async () => {
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

  test('every table can be read, including those of a later migration after the next start', async () => {
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

/** Runs statements as the migrations do: as the role that signs in. */
async function asOwnerOf({ pool }: TestApp, statement: string): Promise<void> {
  const client = await pool.connect();
  await client.query('reset role');
  await client.query(statement);
  client.release(true);
}

describe('signed in as another role', () => {
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

  test('a database role that obeys row-level security is used as it is', async () => {
    await prepareServingRole(database.pool);
    expect((await database.pool.query('select current_user as name')).rows).toEqual([{ name: 'baraza' }]);
  });

  test('a role above row-level security that may not create roles fails the start in one line', async () => {
    const { pool, reads, close } = connectDatabase({
      connectionString: database.url.replace('user=baraza', `user=${name}`),
    });
    const failure = await prepareServingRole(pool).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toBe(
      'The role in DATABASE_URL is above row-level security and may not make the role baraza_app. Use a plain role that owns the database, or run as a superuser: CREATE ROLE baraza_app; GRANT baraza_app TO <role>;',
    );
    // Serving as this role is refused too.
    await expect(pool.query('select 1')).rejects.toThrow(/baraza_app/);
    const one = keepPrepared('one', (db) => db.select({ one: sql`1` }).from(oneRow));
    for (const _ of [1, 2])
      await expect(one(reads).execute()).rejects.toMatchObject({ cause: { message: /baraza_app/ } });
    // No connection is left behind.
    const open = sql`select from pg_stat_activity where usename = ${name}`;
    await vi.waitFor(async () => expect((await database.db.execute(open)).rowCount).toBe(0));
    await close();
  });
});
