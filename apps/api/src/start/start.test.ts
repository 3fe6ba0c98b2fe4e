import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { journal } from '../db/migrate.ts';
import { asServerAdministrator, createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { startObjectStorage } from '../../test/support/server/object-storage.ts';
import { freePort, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts';

let database: TestDatabase;
let folder: string;
let running: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-start-'));
});
afterEach(async () => {
  for (const server of running) server.child.kill('SIGKILL');
  await Promise.all(running.map((server) => server.ended()));
  running = [];
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const own = {
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.url,
    DEMO: '0',
  };
  const server = startProcess({ ...own, ...more });
  running.push(server);
  return server;
}

async function signIn(server: ServerProcess, email: string, password: string, type: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ email, password, type }) });
}

const admin = { ADMIN_EMAIL: 'root@town.example', ADMIN_PASSWORD: 'well kept secret' };

it('a server starts on an empty database, and stops with every event in the log', { timeout: 60_000 }, async () => {
  const server = await start(admin);
  await server.ready();
  expect(server.stdout().match(/http:/g)).toHaveLength(1);
  expect(server.stdout()).toContain(server.url);
  expect(server.stdout()).not.toContain('Sample accounts');
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect((await signIn(server, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD, 'mda')).status).toBe(200);
  const before = server.stdout();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  expect(server.stderr()).toContain('"route":"/api/login"');
  expect(server.stderr()).not.toContain('"route":"/health/');
  const said = server.stdout().slice(before.length).split('\n');
  expect(said.filter((line) => line !== '' && !line.startsWith('{'))).toEqual(['Stopping…', 'Stopped.']);
  expect(server.stdout() + server.stderr()).not.toContain(admin.ADMIN_PASSWORD);
  const { rows } = await database.pool.query('select source, subject from log_pending');
  expect(rows).toEqual([]);
  expect(server.stderr()).not.toContain('    at ');
});

it('a server restarts after kill -9 with its data and without temporary files', { timeout: 60_000 }, async () => {
  const first = await start(admin);
  await first.ready();
  first.child.kill('SIGKILL');
  await first.ended();
  const second = await start();
  await second.ready();
  expect((await signIn(second, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD, 'mda')).status).toBe(200);
  expect(await readdir(path.join(folder, 'data', 'tmp'))).toEqual([]);
});

it('a server does not start while the key of its database is missing', { timeout: 60_000 }, async () => {
  const secret = path.join(folder, 'data', 'secret');
  await rename(secret, `${secret}.lost`);
  const refused = await start();
  expect(await refused.ended()).toBe(1);
  expect(refused.stderr()).toMatch(/^The key .*secret is missing, and the database was used with it/u);
  await rename(`${secret}.lost`, secret);
  await (await start()).ready();
});

it('a server does not start on a port in use, and names it', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const server = await start({ PORT: String(port) });
  expect(await server.ended()).toBe(1);
  expect(
    server
      .stderr()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  ).toEqual([
    `The server cannot listen: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Check HOST and PORT.`,
  ]);
  await new Promise((resolve) => other.close(resolve));
});

it('a server refuses a read-only bucket in one line', { timeout: 60_000, tags: 'full' }, async () => {
  const database = await createTestDatabase({ empty: true });
  onTestFinished(() => database.drop());
  const storage = await startObjectStorage();
  onTestFinished(() => storage.close());
  storage.readOnly(true);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const STORAGE_URL = storage.url('files');
  const server = await start({ DATABASE_URL: database.url, STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  expect(await server.ended()).toBe(1);
  expect(server.stderr()).toContain(
    'Nothing can be put into the file store (AccessDenied: UnknownError). Check STORAGE_URL and the credentials, or DATA_DIR.',
  );
});

describe('a refused start that leaves the database unchanged', () => {
  let fresh: TestDatabase;
  const role = `above_${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    fresh = await createTestDatabase({ empty: true });
    await asServerAdministrator(`create role ${role} login bypassrls`);
  });
  afterAll(async () => {
    await fresh.drop();
    await asServerAdministrator(`drop role ${role}`);
  });

  /** Starts a server that is refused; returns the lines it prints. */
  async function refusal(settings: Record<string, string>): Promise<string[]> {
    const server = await start({ DATABASE_URL: fresh.url, ...settings });
    expect(await server.ended()).toBe(1);
    const lines = (server.stderr() + server.stdout()).trim().split('\n');
    return lines.filter((line) => !line.startsWith('{'));
  }

  async function relations(): Promise<number> {
    const { rows } = await fresh.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
    );
    return rows[0]?.count ?? -1;
  }

  it(
    'a server refuses a missing bucket and wrong credentials before it changes the database',
    { timeout: 60_000, tags: 'full' },
    async () => {
      const storage = await startObjectStorage();
      onTestFinished(() => storage.close());
      const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
      const STORAGE_URL = storage.url('files').replace('s3://bucket', 's3://other');
      expect(await refusal({ STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })).toEqual([
        'The bucket other cannot be used (NoSuchBucket). Check STORAGE_URL and the credentials.',
      ]);
      const signed = { STORAGE_URL: storage.url('files'), AWS_ACCESS_KEY_ID };
      expect(await refusal({ ...signed, AWS_SECRET_ACCESS_KEY: 'wrong' })).toEqual([
        'The bucket bucket cannot be used (SignatureDoesNotMatch). Check STORAGE_URL and the credentials.',
      ]);
      expect(await relations()).toBe(0);
    },
  );

  it(
    'a server refuses a database role above row-level security that may not create another one',
    { timeout: 60_000, tags: 'full' },
    async () => {
      await asServerAdministrator(`alter database ${new URL(fresh.url).pathname.slice(1)} owner to ${role}`);
      const DATABASE_URL = fresh.url.replace('user=baraza', `user=${role}`);
      expect(await refusal({ DATABASE_URL })).toEqual([
        expect.stringMatching(/^The role in DATABASE_URL is above row-level security and may not make the role/),
      ]);
      expect(await relations()).toBe(0);
    },
  );

  it('a server refuses a schema newer than itself', { timeout: 60_000, tags: 'full' }, async () => {
    const newer = await createTestDatabase();
    onTestFinished(() => newer.drop());
    await newer.pool.query(`insert into ${journal} (hash, created_at) values ('newer', 9999999999999)`);
    const [line, ...more] = await refusal({ DATABASE_URL: newer.url });
    expect(line).toMatch(
      /^The database was made by another version of this program\. .* or name another database in DATABASE_URL/,
    );
    expect(more).toEqual([]);
  });
});
