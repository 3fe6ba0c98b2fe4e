import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import { binariesIn, embeddedBinaries } from './postgres-binaries.ts';

const onLinux = existsSync('/proc/self/status');
const asRoot = process.getuid?.() === 0;
const quoted = (text: string) => JSON.stringify(text);
// Several first starts in one test are slow on a busy computer.
vi.setConfig({ testTimeout: 90_000 });
const waiting = { timeout: 30_000 };
let parent: string;
let folder: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'baraza-embedded-'));
  await chmod(parent, 0o755);
  folder = path.join(parent, 'data');
});

afterEach(async () => {
  await Promise.all([...children].map(kill));
  await vi.waitFor(async () => rm(parent, { recursive: true, force: true }), { timeout: 10_000 });
});

/** Starts a process that inserts a row, prints "kept", and inserts more until it is killed. */
function server(user: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program()], {
    ...user,
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { firstLine: lines.next().then(({ value }) => value), kill: () => kill(child) };
}

const program = () => `
  import { mkdirSync } from 'node:fs';
  import pg from 'pg';
  import { startEmbeddedPostgres } from ${quoted(new URL('embedded-postgres.ts', import.meta.url).href)};
  try {
    mkdirSync(${quoted(folder)}, { recursive: true, mode: 0o700 });
    const { connection } = await startEmbeddedPostgres(${quoted(folder)});
    const pool = new pg.Pool(connection);
    await pool.query('create table if not exists kept (id serial)');
    await pool.query('insert into kept default values');
    console.log('kept');
    setInterval(() => pool.query('insert into kept default values').catch(() => {}), 5);
  } catch (error) {
    console.log(error.name === 'LocalPostgresError' ? error.message : error.stack);
    process.exitCode = 1;
  }`;

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function open(options: EmbeddedOptions = {}) {
  await mkdir(folder, { recursive: true });
  const server = await startEmbeddedPostgres(folder, options);
  const pool = new pg.Pool(server.connection);
  // Connections break when their server is killed.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const close = async () => {
    await pool.end();
    await server.stop();
  };
  return { pool, close };
}

async function keptRows(): Promise<number> {
  const { pool, close } = await open();
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from kept');
  await close();
  return rows[0]?.count ?? 0;
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Process ID of the shell that watches the postmaster. */
async function watcherPid(): Promise<number> {
  const status = await readFile(`/proc/${await postmasterPid()}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
}

/** Whether a process runs; a zombie, which ended but was not yet reaped, does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !onLinux || !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('the embedded database keeps its data across stops and leaves no process behind', async () => {
  const first = await open();
  const { rows } = await first.pool.query(
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as sums`,
  );
  expect(rows).toEqual([{ fsync: 'on', sums: 'on' }]);
  await first.pool.query('create table kept (id serial)');
  await first.pool.query('insert into kept default values');
  const pid = await postmasterPid();
  await first.close();
  expect(isAlive(pid)).toBe(false);
  expect(await keptRows()).toBe(1);
});

test('the embedded database listens on no network address', async () => {
  const { pool, close } = await open();
  const { rows } = await pool.query(`select current_setting('listen_addresses') as addresses`);
  expect(rows).toEqual([{ addresses: '' }]);
  await close();
});

test('the embedded database ends with the process that started it, even after kill -9', { tags: 'full' }, async () => {
  for (let round = 1; round <= 3; round += 1) {
    const running = server();
    expect(await running.firstLine).toBe('kept');
    const pid = await postmasterPid();
    await running.kill();
    expect(await keptRows()).toBeGreaterThanOrEqual(round);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
  }
});

test('the embedded database starts again after it and its process were killed together', { tags: 'full' }, async () => {
  const running = server();
  expect(await running.firstLine).toBe('kept');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await running.kill();
  expect(await keptRows()).toBeGreaterThanOrEqual(1);
});

test('an embedded database whose path is too long for a socket uses a temporary folder', { tags: 'full' }, async () => {
  folder = path.join(parent, 'a'.repeat(60), 'data');
  const link = path.join(folder, 'postgres-socket');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const first = server();
  expect(await first.firstLine).toBe('kept');
  const socket = await readlink(link);
  expect([tmpdir(), '/tmp']).toContain(path.dirname(socket));
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await first.kill();
  const second = await open();
  expect(await readlink(link)).toBe(socket);
  await second.close();
  expect(existsSync(socket)).toBe(false);
  expect(await readdir(folder)).not.toContain('postgres-socket');
  expect(await keptRows()).toBeGreaterThan(0);
});

test(
  'a killed embedded database is started again, and the pool of connections recovers',
  { tags: 'full' },
  async () => {
    const lines: string[] = [];
    const { pool, close } = await open({ log: (line) => lines.push(line) });
    await pool.query('create table kept (id serial)');
    await pool.query('insert into kept default values');
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(() => expect(lines).toContain('PostgreSQL ended unexpectedly. Starting it again.'), waiting);
    await vi.waitFor(async () => expect((await pool.query('select id from kept')).rows).toEqual([{ id: 1 }]), waiting);
    await close();
  },
);

test(
  'a killed embedded database is started again until its obstacle, such as a full disk, is gone',
  { tags: 'full' },
  async () => {
    const lines: string[] = [];
    const { pool, close } = await open({ log: (line) => lines.push(line) });
    const control = path.join(folder, 'postgres/global/pg_control');
    await rename(control, `${control}.away`);
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(
      () => expect(lines.join('\n')).toMatch(/PostgreSQL does not start in DATA_DIR: .+\. Trying again\./),
      waiting,
    );
    await expect(pool.query('select 1')).rejects.toThrow(/./);
    await rename(`${control}.away`, control);
    await vi.waitFor(async () => expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]), waiting);
    await close();
  },
);

test('a killed embedded database can be stopped while it is being started again', { tags: 'full' }, async () => {
  const { close } = await open();
  process.kill(await postmasterPid(), 'SIGKILL');
  await close();
  expect(existsSync(path.join(folder, 'postgres/postmaster.pid')) && isAlive(await postmasterPid())).toBe(false);
});

test.runIf(onLinux)(
  'an embedded database whose watcher was killed is started again with a new one',
  { tags: 'full' },
  async () => {
    const { pool, close } = await open();
    const orphan = await postmasterPid();
    process.kill(await watcherPid(), 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), waiting);
    await vi.waitFor(async () => expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]), waiting);
    await close();
  },
);

test.runIf(onLinux)(
  'starting the embedded database ends one left behind without a watcher',
  { tags: 'full' },
  async () => {
    const running = server();
    expect(await running.firstLine).toBe('kept');
    const [orphan, watcher] = [await postmasterPid(), await watcherPid()];
    // Everything but PostgreSQL: the process, the watching shell and its children.
    const children = (await readFile(`/proc/${watcher}/task/${watcher}/children`, 'utf8')).trim().split(' ');
    const group = children.map(Number).filter((pid) => pid !== orphan);
    for (const pid of [watcher, ...group]) process.kill(pid, 'SIGKILL');
    await running.kill();
    expect(await keptRows()).toBeGreaterThanOrEqual(1);
    expect(isAlive(orphan)).toBe(false);
  },
);

test('the embedded database starts after kills at any moment of its first start', { tags: 'full' }, async () => {
  for (const after of [150, 300, 450, 600, 800, 1_000]) {
    const running = server();
    await sleep(after);
    await running.kill();
  }
  const last = server();
  expect(await last.firstLine).toBe('kept');
  await last.kill();
  await keptRows();
  expect((await readdir(folder)).filter((name) => name.includes('.init-'))).toEqual([]);
});

test(
  'the embedded database starts although its process file names another living program',
  { tags: 'full' },
  async () => {
    await (await open()).close();
    await writeFile(
      path.join(folder, 'postgres/postmaster.pid'),
      `${process.pid}\n${folder}/postgres\n1\n5432\n\n\n0\n`,
    );
    const { pool, close } = await open();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  },
);

test(
  'a failed start of the embedded database throws an error with the reason in one line',
  { tags: 'full' },
  async () => {
    await (await open()).close();
    await writeFile(path.join(folder, 'postgres/PG_VERSION'), '12\n');
    await expect(open()).rejects.toThrow(
      /^PostgreSQL does not start in DATA_DIR: database files are incompatible with server$/,
    );
  },
);

test.runIf(asRoot)(
  'the database folder of an ordinary user can be used by root afterwards',
  { tags: 'full' },
  async () => {
    await chmod(parent, 0o777);
    const running = server({ uid: 65_534, gid: 65_534 });
    expect(await running.firstLine).toBe('kept');
    await running.kill();
    expect(await keptRows()).toBeGreaterThanOrEqual(1);
  },
);

test(
  'missing links among the database’s programs are restored if npm ran no install script',
  { tags: 'full' },
  async () => {
    const home = await copyOfPrograms();
    const links = JSON.parse(await readFile(path.join(home, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) await rm(path.join(home, '..', target));
    const server = await startEmbeddedPostgres(parent, { binaries: await binariesIn(home) });
    expect(existsSync(path.join(parent, 'postgres/PG_VERSION'))).toBe(true);
    await server.stop();
  },
);

test.runIf(asRoot && onLinux)(
  'root can start the embedded database from folders that only root may read',
  { tags: 'full' },
  async () => {
    const home = await copyOfPrograms();
    spawnSync('chmod', ['-R', 'go-rwx', home]);
    await chmod(parent, 0o700);
    const server = await startEmbeddedPostgres(parent, { binaries: await binariesIn(home) });
    const pid = Number.parseInt(await readFile(path.join(parent, 'postgres/postmaster.pid'), 'utf8'), 10);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(Number(/^Uid:\s*(\d+)/m.exec(status)?.[1])).not.toBe(0);
    // Its only capability is number 2, CAP_DAC_READ_SEARCH, which lets it pass through folders.
    expect(/^CapEff:\s*(\w+)$/m.exec(status)?.[1]).toBe('0000000000000004');
    await server.stop();
  },
);

async function copyOfPrograms(): Promise<string> {
  const { home = '' } = await embeddedBinaries();
  const copy = path.join(parent, 'native');
  await cp(home, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}
