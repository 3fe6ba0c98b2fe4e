import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@baraza/local-postgres';
import { createClient } from '@baraza/contract/core/client';
import { listMdas } from '@baraza/contract/mda/mda';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { injectTransport } from '../../test/support/server/inject-transport.ts';
import { openReplica, type Replica } from './replica.ts';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

describe('beside a real standby', () => {
  let folder: string;
  let primary: Server;
  let standby: Server;
  let pool: pg.Pool;
  let replica: Replica;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'baraza-replica-'));
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
    await Promise.all([mkdir(first), mkdir(second)]);
    const begin = await startEmbeddedPostgres(first);
    pool = new pg.Pool(begin.connection);
    await pool.query('create table installation as select gen_random_uuid() as id; create table word (text text)');
    await pool.end();
    await begin.stop();
    await promisify(execFile)('cp', ['-a', path.join(first, 'postgres'), path.join(second, 'postgres')]);
    primary = await startEmbeddedPostgres(first);
    const { host } = primary.connection;
    await appendFile(
      path.join(second, 'postgres/postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} port=5432 user=postgres'\n`,
    );
    await writeFile(path.join(second, 'postgres/standby.signal'), '');
    standby = await startEmbeddedPostgres(second);
    pool = new pg.Pool(primary.connection);
    replica = openReplica(addressOf(standby), pool);
  });
  afterAll(async () => {
    await replica?.close();
    await pool?.end();
    await standby?.stop();
    await primary?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const addressOf = ({ connection: { host, database, user } }: Server) =>
    `postgres:///${database}?${new URLSearchParams({ host, port: '5432', user })}`;
  const superuser = (server: Server) => new pg.Client({ ...server.connection, user: 'postgres' });

  async function onStandby(statement: string): Promise<void> {
    const client = superuser(standby);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  test('a replica serves once it has caught up with the primary, and has its rows', async () => {
    expect(replica.fresh()).toBeUndefined();
    await pool.query(`insert into word values ('written')`);
    await vi.waitFor(async () => {
      await replica.check();
      expect(replica.fresh()).toBeDefined();
    });
    const { rows } = await replica.fresh()!.db.execute(sql`select text from word`);
    expect(rows).toEqual([{ text: 'written' }]);
  });

  test('a replica that stopped replaying is left after the lag allowed, and used again when it caught up', async () => {
    await onStandby('select pg_wal_replay_pause()');
    const clock = vi.spyOn(performance, 'now');
    const late = performance.now() + 10_001;
    try {
      await pool.query(`insert into word values ('later')`);
      clock.mockReturnValue(late);
      await expect(replica.check()).rejects.toThrow('The replica lags by more than 10 seconds.');
      expect(replica.fresh()).toBeUndefined();
    } finally {
      clock.mockRestore();
      await onStandby('select pg_wal_replay_resume()');
    }
    await vi.waitFor(() => replica.check(), { timeout: 10_000 });
    expect(replica.fresh()).toBeDefined();
  });

  test('the primary itself, and a server of another installation, are no replicas', async () => {
    const [same, other] = [openReplica(addressOf(primary), pool), await createTestDatabase()];
    const foreign = openReplica(other.url, pool);
    try {
      await expect(same.check()).rejects.toThrow('names no replica');
      await expect(foreign.check()).rejects.toThrow('The replica holds no installation yet.');
      expect([same.fresh(), foreign.fresh()]).toEqual([undefined, undefined]);
    } finally {
      await same.close();
      await foreign.close();
      await other.drop();
    }
  });
});

describe('a list that may lag', () => {
  let api: TestApp;
  let other: TestDatabase;
  let mdaId: string;
  let left: number;

  /** Lists MDAs as somebody, with the other database in place of a replica. */
  async function listAs(role: 'citizen' | 'supervisor'): Promise<string[]> {
    const replica = { fresh: () => other, leave: () => (left += 1), check: async () => {}, close: async () => {} };
    const app = await api.rebuild({ replica });
    const { token } = await (role === 'citizen' ? api.citizen() : api.staff(role, mdaId));
    const call = createClient({ token: () => token, transport: injectTransport(app) });
    const mdas = await call(listMdas);
    await app.close();
    return mdas.map(({ name }) => name);
  }

  beforeAll(async () => {
    [api, other] = [await createTestApp(), await createTestDatabase()];
    await other.pool.query(`insert into mda (id, name, created_at) values (gen_random_uuid(), 'Replica', now())`);
    mdaId = (await api.mda({ name: 'Primary' })).id;
  });
  beforeEach(() => void (left = 0));
  afterAll(() => api.close());

  test('a citizen gets it from the replica', async () => {
    expect(await listAs('citizen')).toEqual(['Replica']);
  });

  test('staff get it from the primary, whose walls are up to date', async () => {
    expect(await listAs('supervisor')).toContain('Primary');
  });

  test('the primary gives it once the replica is gone', async () => {
    await other.drop();
    expect(await listAs('citizen')).toContain('Primary');
    expect(left).toBe(1);
  });
});
