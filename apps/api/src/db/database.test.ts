import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toAppError } from '../http/error-handler.ts';
import { StartupError } from '../config/startup-error.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { connectDatabase, openDatabase, maintenancePool } from './database.ts';
import { keepPrepared, oneRow, param } from './prepared.ts';
import { throttle } from './schema/tables.ts';
import { awaitServer, requireUsable } from './server-check.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('the database server named in DATABASE_URL is opened', async () => {
  const open = await openDatabase({ databaseUrl: database.url, dataDir: '/nowhere' });
  expect(open.embedded).toBe(false);
  const { rows } = await open.db.execute(
    sql`select current_user as name, current_setting('application_name') as program`,
  );
  expect(rows).toEqual([{ name: 'baraza', program: 'baraza' }]);
  await open.close();
});

test('an embedded server that does not start is reported in one line', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-broken-'));
  await mkdir(path.join(dataDir, 'postgres'));
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '12\n');

  const failure = await openDatabase({ databaseUrl: undefined, dataDir }).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as Error).message).toMatch(/^PostgreSQL does not start in DATA_DIR: .+$/);
  await rm(dataDir, { recursive: true });
});

test('a calendar date is read as text, without a time zone', async () => {
  const { rows } = await database.pool.query(`select date '2026-01-31' as day`);
  expect(rows).toEqual([{ day: '2026-01-31' }]);
});

test('the database compares letters of every language without regard to case', async () => {
  const { rows } = await database.pool.query(`select 'ÒGÚN' ilike 'ògún' as same, lower('ÉCOLE') as lower`);
  expect(rows).toEqual([{ same: true, lower: 'école' }]);
});

test('the serving role is no superuser, so that row-level security holds for it and it reads no files', async () => {
  const { rows } = await database.pool.query(
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('a database statement that runs too long is ended', async () => {
  const { rows } = await database.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '15s' }]);
});

test('queries succeed again after the database server has cut every connection', async () => {
  const open = await openDatabase({ databaseUrl: database.url, dataDir: '/nowhere' });
  const held = await open.pool.connect();
  await open.pool.query('select 1');
  const killed = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(killed.rowCount).toBeGreaterThanOrEqual(2);
  await expect(held.query('select 1')).rejects.toThrow(/terminat|closed|ended|connection|EPIPE/i);
  held.release(true);
  // The pool may lend an idle connection once more before it notices its end.
  await vi.waitFor(async () => expect((await open.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]));
  await open.close();
});

test('a connection whose begin fails is given back', async () => {
  const open = connectDatabase({ connectionString: database.url, max: 1 });
  const work = open.db.transaction(async () => {}, { isolationLevel: 'nonsense' as 'serializable' });
  await expect(work).rejects.toMatchObject({ cause: { code: '42601' } });
  expect((await open.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await open.close();
});

/** Ends the embedded database of a folder, as a crash does. */
const killPostmaster = async (dataDir: string) =>
  process.kill(Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGKILL');

/** Has the server end every connection but the one that asks. */
async function cutConnections(connection: pg.ClientConfig) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
  );
  await client.end();
}

test('the connection pool survives each crash of the database, and closes', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-crash-'));
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  let [isOver, done] = [false, 0];
  const write = async () => {
    while (!isOver) {
      const work = open.db.transaction(async (tx) => void (await tx.execute(sql`select pg_sleep(0.002)`)));
      await work.then(
        () => (done += 1),
        () => sleep(1),
      );
    }
  };
  const writers = Promise.all(Array.from({ length: 20 }, write));
  for (const crash of [() => killPostmaster(dataDir), () => cutConnections(open.connection)]) {
    const before = done;
    await vi.waitFor(() => expect(done).toBeGreaterThan(before + 50), 20_000);
    await crash();
  }
  isOver = true;
  await writers;
  expect(open.pool.totalCount).toBe(open.pool.idleCount);
  await open.close();
  await rm(dataDir, { recursive: true });
});

test('the maintenance pool has no timeouts and connects as the same role', async () => {
  const maintenance = maintenancePool(database.pool);
  expect((await maintenance.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  expect(maintenance.options.query_timeout).toBe(0);
  await maintenance.end();
});

/** Proxies connections to the server; `cut` leaves them open without a reply. */
async function weakLine() {
  const { host, port, database: name } = new pg.Client({ connectionString: database.url });
  const answers = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const end of [near, far]) end.on('error', () => {});
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
    answers.add(far);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const connection = { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port, user: 'baraza', database: name };
  const cut = () => answers.forEach((far) => far.unpipe());
  return { connection, cut, close: () => proxy.close() };
}

test('a connection that stalls in a transaction times out and is not used again', async () => {
  const line = await weakLine();
  const open = connectDatabase({ ...line.connection, max: 1, query_timeout: 400 });
  const work = open.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    line.cut();
    await tx.execute(sql`select 2`);
  });
  await expect(work).rejects.toSatisfy((error) => toAppError(error).status === 503);
  expect((await open.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
  await open.close();
  line.close();
});

const echo = keepPrepared('echo', (db) =>
  db.select({ said: sql<string>`${param('said')}::text`, pid: sql<number>`pg_backend_pid()` }).from(oneRow),
);
const halve = keepPrepared('halve', (db) => db.select({ half: sql<number>`2 / ${param('by')}::int` }).from(oneRow));
const slow = keepPrepared('slow', (db) => db.select({ waits: sql`pg_sleep(5)::text` }).from(oneRow));

test('statements of several requests share a connection and get their own results; many at once use further connections', async () => {
  const { reads } = database;
  const echoes = async (count: number) =>
    Promise.all(Array.from({ length: count }, async (_, said) => echo(reads).execute({ said })));
  const few = (await echoes(16)).flat();
  expect(few.map(({ said }) => said)).toEqual(few.map((_, said) => String(said)));
  expect(new Set(few.map(({ pid }) => pid)).size).toBe(1);
  const many = (await echoes(300)).flat();
  expect(many.map(({ said }) => said)).toEqual(many.map((_, said) => String(said)));
  expect(new Set(many.map(({ pid }) => pid)).size).toBeGreaterThan(1);
});

test('a failed statement on the shared connection leaves the others their results', async () => {
  const { reads } = database;
  const asked = Array.from({ length: 12 }, (_, said) => said);
  const answers = await Promise.allSettled(
    asked.map((said) => (said % 3 === 0 ? halve(reads).execute({ by: said % 2 }) : echo(reads).execute({ said }))),
  );
  const divided = { status: 'rejected', reason: { cause: { code: '22012' } } };
  const expected = asked.map((said) => {
    if (said % 6 === 0) return divided;
    return { status: 'fulfilled', value: [said % 3 === 0 ? { half: 2 } : { said: String(said) }] };
  });
  expect(answers).toMatchObject(expected);
});

test('a table change fails a prepared statement of the shared connection only once', async () => {
  const { db, reads } = database;
  await db.execute(sql`create table changing (id int)`);
  const all = keepPrepared('changing', (on) => on.select({ all: sql`changing.*` }).from(sql`changing`));
  await all(reads).execute();
  await db.execute(sql`alter table changing alter id type text`);
  await expect(all(reads).execute()).rejects.toMatchObject({ cause: { code: '0A000' } });
  await expect(all(reads).execute()).resolves.toEqual([]);
});

test('the shared connection accepts only prepared statements that read', async () => {
  const { reads } = database;
  const unprepared = { cause: { message: 'Only prepared statements share a connection.' } };
  await expect(reads.execute(sql`select 1`)).rejects.toMatchObject(unprepared);
  await expect(reads.transaction(async (tx) => echo(tx).execute({ said: '' }))).rejects.toMatchObject(unprepared);
  const write = keepPrepared('write', (db) => db.delete(throttle));
  await expect(write(reads).execute()).rejects.toMatchObject({ cause: { code: '25006' } });
});

test('a frequent statement is named, so that it is planned no more; a list with its own limit is not', async () => {
  await database.db.transaction(async (tx) => {
    for (let use = 0; use < 6; use += 1) {
      await tx.execute(sql`select ${use}::int as used`);
      await tx.execute(sql`select 1 as listed limit ${use}::int`);
    }
    const named = await tx.execute(
      sql`select statement from pg_prepared_statements where statement ~ 'as (used|listed)'`,
    );
    expect(named.rows).toEqual([{ statement: 'select $1::int as used' }]);
  });
});

/** Returns the status that a client would get for a failed statement. */
const statusOf = (error: unknown) => toAppError(error).status;

test('the shared connection is reopened after the server has cut it', async () => {
  const { reads } = database;
  const [before] = await echo(reads).execute({ said: 'before' });
  const waiting = slow(reads).execute().catch(statusOf);
  await database.pool.query('select pg_terminate_backend($1)', [before?.pid]);
  expect(await waiting).toBe(503);
  await vi.waitFor(async () => {
    const [after] = await echo(reads).execute({ said: 'after' });
    expect(after?.pid).not.toBe(before?.pid);
  });
});

test('a stalled shared connection times out for all waiting statements and is not used again', async () => {
  const line = await weakLine();
  const open = connectDatabase({ ...line.connection, query_timeout: 400 });
  await echo(open.reads).execute({ said: 'first' });
  line.cut();
  const waiting = [1, 2, 3].map(async (said) => echo(open.reads).execute({ said }).catch(statusOf));
  expect(await Promise.all(waiting)).toEqual([503, 503, 503]);
  expect(await echo(open.reads).execute({ said: 'again' })).toMatchObject([{ said: 'again' }]);
  await open.close();
  line.close();
});

test('each statement retries a shared connection that cannot be opened', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  for (const port of [9, (silent.address() as AddressInfo).port]) {
    const open = connectDatabase({ host: '127.0.0.1', port, database: 'x', connectionTimeoutMillis: 200 });
    const failures = [
      await echo(open.reads).execute({ said: 1 }).catch(statusOf),
      await echo(open.reads).execute({ said: 2 }).catch(statusOf),
    ];
    expect(failures).toEqual([503, 503]);
    await open.close();
  }
  silent.close();
});

test('the shared connection is not reopened once its database is closed', async () => {
  const open = connectDatabase({ connectionString: database.url });
  await echo(open.reads).execute({ said: 'before' });
  await open.close();
  await expect(echo(open.reads).execute({ said: 'after' })).rejects.toMatchObject({ cause: { message: /end/ } });
});

test('database connections have keep-alive and a query timeout', () => {
  expect(database.pool.options).toMatchObject({ keepAliveInitialDelayMillis: 10_000, query_timeout: 20_000 });
});

test.each([
  [
    'nothing listens',
    'postgres://user:hush-hush@127.0.0.1:1/name',
    '127.0.0.1:1/name cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.',
  ],
  ['there is no such database', undefined, ' does not exist. Check DATABASE_URL.'],
])('a failed database connection is reported in one line without the password: %s', async (_, address, message) => {
  const url = address ?? database.url.replace(/test_[0-9a-f]+/, 'missing');
  const failure = await awaitServer({ connectionString: url }, () => {}, 0).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toContain(message);
  expect(String(failure)).not.toContain('hush-hush');
  expect(String(failure)).not.toContain('\n');
});

test('a missing certificate named in DATABASE_URL is reported in one line', async () => {
  const connectionString = 'postgres://user:hush-hush@127.0.0.1:1/name?sslrootcert=/nowhere/root.pem';
  const failure = await awaitServer({ connectionString }, () => {}, 0).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as Error).message).toBe('The setting DATABASE_URL cannot be used: /nowhere/root.pem cannot be read.');
});

test('the start waits for a database server that is still starting', async () => {
  const lines: string[] = [];
  const began = Date.now();
  await awaitServer({ connectionString: 'postgres://u@127.0.0.1:1/d' }, (line) => lines.push(line), 600).catch(
    () => {},
  );
  expect(Date.now() - began).toBeGreaterThanOrEqual(600);
  expect(lines).toEqual(['Waiting for the PostgreSQL server 127.0.0.1:1/d.']);
});

test('a pooler that refuses the parameters of a connection is reported in one line', async () => {
  const text = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  const pooler = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(text)])));
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as AddressInfo;
  const failure = await awaitServer({ connectionString: `postgres://u@127.0.0.1:${port}/d` }, () => {}).catch(String);
  expect(failure).toContain(`127.0.0.1:${port}/d is a pooler that does not pass the parameters`);
  pooler.close();
});

const usable = { version: 150_004, encoding: 'UTF8', standby: false, direct: true, rowSecurity: 'on' };

test.each([
  [{ ...usable, version: 140_011 }, 'has version 14; version 15 or newer is needed'],
  [{ ...usable, encoding: 'LATIN1' }, 'has the encoding LATIN1'],
  [{ ...usable, direct: false }, 'is a pooler that does not pass the parameters'],
  [{ ...usable, standby: true }, 'is a read-only standby'],
  [{ ...usable, rowSecurity: 'off' }, 'Row-level security is off'],
])('a database server with unsuitable settings is refused: %o', (server, message) => {
  expect(() => requireUsable(server, 'h:1/d')).toThrow(message);
  expect(() => requireUsable(server, 'h:1/d')).toThrow('DATABASE_URL');
  expect(() => requireUsable(usable, 'h:1/d')).not.toThrow();
});
