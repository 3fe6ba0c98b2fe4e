import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runningPostgres } from '@baraza/local-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contentsOf, filesBelow } from '../../test/support/backups.ts';
import { createTestDatabase } from '../../test/support/server/database.ts';
import { type ObjectStorage, startObjectStorage } from '../../test/support/server/object-storage.ts';
import { startProgram } from '../../test/support/server/program.ts';
import { freePort, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts';
import { connectDatabase, openDatabase } from '../db/database.ts';
import { verifyBackup } from './backed-up-files.ts';
import { findBackup } from './backup-store.ts';
import { readManifest } from './manifest.ts';

// Each run of a program starts a Node process, and each folder a PostgreSQL.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let data: string;
let server: ServerProcess;
let storage: ObjectStorage;
/** Rows that were backed up, by table. */
let before: Record<string, string>;
let backups: string;
let second: string;
const port = await freePort();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-programs-'));
  data = path.join(folder, 'data');
  storage = await startObjectStorage();
  server = await start({ DATA_DIR: data, DEMO: '1' });
  await server.ready();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended();
  storage.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

function start(settings: Record<string, string>): Promise<ServerProcess> {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  return Promise.resolve(startProcess({ PORT: String(port), AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...settings }));
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended();
}

/** Reads the embedded database of a folder while no server runs, whose tasks would change it. */
async function contentsAtRest(dataDir: string): Promise<Record<string, string>> {
  const { pool, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    return await contentsOf(pool);
  } finally {
    await close();
  }
}

/** Leaves out the audit trail and the checkpoint, which a restore changes, and events waiting for the log. */
function withoutAudit(contents: Record<string, string>): Record<string, string> {
  // A backup notes itself in `installation`, after its moment.
  const noted = ['installation', 'log_pending', 'log_checkpoint', 'log_published'];
  return Object.fromEntries(
    Object.entries(contents).filter(([table]) => !table.startsWith('audit') && !noted.includes(table)),
  );
}

/** Reads the events that the server itself wrote into the audit trail. */
async function ownEntries(connection: pg.PoolConfig): Promise<unknown[]> {
  const { pool, close } = connectDatabase(connection);
  const { rows } = await pool.query(
    `select action, outcome, object_label as moment from audit where object_kind = 'installation' order by at`,
  );
  await close();
  return rows;
}

async function asSuperuser(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const restored = {
  action: 'installation.restored',
  outcome: 'done',
  moment: expect.stringMatching(/^20\d\d-.*Z$/u),
};

const run = (...words: Parameters<typeof startProgram>) => startProgram(...words).ended;

test('backups with and without a running server are complete, and a restore brings back every row', async () => {
  backups = path.join(folder, 'backups');
  second = path.join(folder, 'second');
  const running = await run('backup', [backups], { DATA_DIR: data });
  expect(running).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^Backed up to .*: \d+ complaints, \d+ events, \d+ files\.$/u)],
  });
  expect((await run('backup', ['--verify', backups], {})).code).toBe(0);

  const final = await run('backup', ['--final', backups], { DATA_DIR: data });
  expect(final).toEqual({
    code: 1,
    lines: [expect.stringMatching(/is in use by another server \(process \d+\)\. Stop it/u)],
  });
  expect(await readdir(data)).not.toContain('moved');
  await stop();
  before = await contentsAtRest(data);
  const resting = await run('backup', [backups], { DATA_DIR: data });
  expect([resting.code, resting.lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^\d+ of the files were taken over from the backup before\.$/u),
  ]);

  const first = await run('restore', [backups], { DATA_DIR: second });
  expect([first.code, ...first.lines.slice(-2)]).toEqual([
    0,
    expect.stringMatching(/^Restored .* complaints/u),
    `It is in ${second}. Start the server with the same settings.`,
  ]);
  expect(withoutAudit(await contentsAtRest(second))).toEqual(withoutAudit(before));
});

test('a restored portal serves, and a final backup moves a portal to another place', { tags: 'full' }, async () => {
  server = await start({ DATA_DIR: second });
  await server.ready();
  const ofSecond = (await runningPostgres(second)) ?? {};
  expect(await ownEntries(ofSecond)).toEqual([restored]);
  const { keys } = (await (await fetch(`http://127.0.0.1:${port}/api/log`)).json()) as {
    keys: { statement: string | null }[];
  };
  expect(keys.map(({ statement }) => statement)).toEqual([
    expect.stringMatching(/^baraza\/log-continuation@v1\n/u),
    null,
  ]);

  // This server of databases knows no role that would serve in place of a superuser.
  const url = new URLSearchParams({ host: String(ofSecond.host), port: String(ofSecond.port), user: 'postgres' });
  await asSuperuser(ofSecond, 'create database rescued');
  const rescued = { DATABASE_URL: `postgresql:///rescued?${url}`, DATA_DIR: path.join(folder, 'rescued') };
  const above = await run('restore', [backups], rescued);
  expect([above.code, above.lines.at(-2)]).toEqual([
    0,
    expect.stringMatching(/^It is in the database .*rescued, its/u),
  ]);
  await stop();
  expect((await run('verify-log', [], { DATA_DIR: second })).code).toBe(0);
  const again = await run('restore', [backups], { DATA_DIR: second });
  expect([again.code, again.lines.at(-1)]).toEqual([1, expect.stringMatching(/is not empty/u)]);

  const moving = path.join(folder, 'moving');
  const moved = await run('backup', ['--final', moving], { DATA_DIR: data });
  expect([moved.code, ...moved.lines]).toEqual([
    0,
    expect.stringMatching(/^Backed up to /u),
    `${data} is marked as moved: no server starts on it. Restore the backup in the new place.`,
  ]);
  const refusal = /^The data of .* were moved on \d{4}-\d\d-\d\d with the final backup .*moving\/20\S*Z\. /u;
  server = await start({ DATA_DIR: data });
  expect(await server.ended()).toBe(1);
  expect(server.stderr()).toMatch(refusal);
  expect((await run('backup', ['--final', moving], { DATA_DIR: data })).lines).toEqual([
    expect.stringMatching(refusal),
  ]);

  // The old folder may be used with the new database, but not with its old files.
  const database = await createTestDatabase({ empty: true });
  const far = { DATABASE_URL: database.url, STORAGE_URL: storage.url('moved') };
  const there = await run('restore', [moving], { DATA_DIR: data, ...far });
  expect([there.code, there.lines.at(-1)]).toEqual([0, expect.stringMatching(/need the same key: SECRET_KEY="kept:/u)]);
  expect(withoutAudit(await contentsOf(database.pool))).toEqual(withoutAudit(before));
  expect(await ownEntries({ connectionString: database.url })).toEqual([restored]);
  server = await start({ DATA_DIR: data, DATABASE_URL: database.url });
  expect(await server.ended()).toBe(1);
  expect(server.stderr()).toMatch(refusal);
  server = await start({ DATA_DIR: data, DEMO: '1', ...far });
  await server.ready();
  await stop();
  expect((await run('verify-log', [], { DATA_DIR: data, ...far })).code).toBe(0);
  await database.drop();
});

/** A missing folder. */
const nowhere = path.join(tmpdir(), 'baraza-no-such-folder');

test.each([
  ['backup', [], {}, /^Say where to: npm run backup/u],
  [
    'backup',
    [path.join(nowhere, 'below')],
    { DATA_DIR: nowhere },
    new RegExp(`^The data folder ${nowhere} cannot hold its own backup`, 'u'),
  ],
  ['restore', [nowhere], {}, new RegExp(`^There is no backup in ${nowhere}\\.$`, 'u')],
  [
    'backup',
    ['--final', nowhere],
    { DATABASE_URL: 'postgres://db.example/a' },
    /^A final backup is for the embedded database/u,
  ],
  ['backup', ['--final', nowhere], { DATA_DIR: `${nowhere}-data` }, /^There is no database in .*\. Set DATA_DIR to /u],
  ['backup', ['--final', '--verify', nowhere], {}, /^Say where to: npm run backup/u],
] as const)(
  'the command %s %j with %o is refused in one line',
  { tags: 'full' },
  async (name, words, settings, line) => {
    const { code, lines } = await run(name, words, settings);
    expect([code, lines]).toEqual([1, [expect.stringMatching(line)]]);
  },
);

async function verified(target: string): Promise<string> {
  try {
    const spot = await findBackup(target, () => {});
    await verifyBackup(spot, await readManifest(spot), () => {});
    return 'whole';
  } catch (error) {
    return /no whole backup/u.exec(String(error))?.[0] ?? String(error);
  }
}

test(
  'a killed backup never looks complete, and a killed restore keeps servers from its folder',
  { tags: 'full' },
  async () => {
    const cut = path.join(folder, 'cut');
    for (const wait of [550, 650, 750]) {
      const { child, ended } = startProgram('backup', [cut], { DATA_DIR: second });
      setTimeout(() => child.kill('SIGKILL'), wait);
      await ended;
    }
    // Names are seconds, so that no unfinished backup is overwritten.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await run('backup', [cut], { DATA_DIR: second })).code).toBe(0);
    for (const name of await readdir(cut)) {
      const files = await readdir(path.join(cut, name));
      const looked = await verified(path.join(cut, name));
      expect([name, looked]).toEqual([name, files.includes('manifest.json') ? 'whole' : 'no whole backup']);
    }

    let cuts = 0;
    for (const wait of [900, 1_600, 2_300]) {
      const DATA_DIR = path.join(folder, `cut-after-${wait}`);
      const { child, ended } = startProgram('restore', [cut], { DATA_DIR });
      setTimeout(() => child.kill('SIGKILL'), wait);
      const { code } = await ended;
      if (code !== null) break;
      cuts += 1;
      if (!(await readdir(DATA_DIR).catch((): string[] => [])).includes('restore-unfinished')) continue;
      server = await start({ DATA_DIR });
      expect(await server.ended()).toBe(1);
      expect(server.stderr()).toMatch(/^The restore into .* was cut off\. Empty the folder/u);
      const again = await run('restore', [cut], { DATA_DIR });
      expect([again.code, again.lines.at(-1)]).toEqual([1, expect.stringMatching(/ is not empty/u)]);
    }
    expect(cuts).toBeGreaterThan(0);
    const third = path.join(folder, 'third');
    expect((await run('restore', [cut], { DATA_DIR: third })).lines.at(-1)).toMatch(/^It is in /u);
    expect((await run('verify-log', [], { DATA_DIR: third })).code).toBe(0);
    expect((await filesBelow(path.join(third, 'files'))).length).toBe(
      (await filesBelow(path.join(second, 'files'))).length,
    );
  },
);

test('a folder with an unfinished restore is not backed up', async () => {
  const half = path.join(folder, 'half');
  await mkdir(half);
  await writeFile(
    path.join(half, 'restore-unfinished'),
    JSON.stringify({ backup: '/mnt/b', at: '2030-01-01T00:00:00.000Z' }),
  );
  const { code, lines } = await run('backup', [path.join(folder, 'other')], { DATA_DIR: half });
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/was cut off\. Empty the folder, .* and restore \/mnt\/b again/u)],
  ]);
});

test('a restore beside a database server that is killed leaves its database empty', { tags: 'full' }, async () => {
  const killed = path.join(folder, 'killed');
  expect((await run('backup', [killed], { DATA_DIR: second })).code).toBe(0);
  const database = await createTestDatabase({ empty: true });
  const far = { DATABASE_URL: database.url, STORAGE_URL: storage.url('killed') };
  const DATA_DIR = path.join(folder, 'killed-data');
  const { child, ended } = startProgram('restore', [killed], { DATA_DIR, ...far });
  // At this point all files are restored, and no table.
  child.stdout?.on('data', (text) => String(text).includes('Loading the database') && child.kill('SIGKILL'));
  expect((await ended).code).toBeNull();
  expect([...storage.objects.keys()].filter((key) => key.includes('/killed/')).length).toBeGreaterThan(1);
  expect(await contentsOf(database.pool)).toEqual({});
  const again = await run('restore', [killed], { DATA_DIR, ...far });
  expect([again.code, again.lines.at(-1)]).toEqual([1, expect.stringMatching(/^The file store is not empty/u)]);
  const anew = { ...far, STORAGE_URL: storage.url('anew') };
  expect((await run('restore', [killed], { DATA_DIR, ...anew })).code).toBe(0);
  expect((await run('verify-log', [], { DATA_DIR, ...anew })).code).toBe(0);
  await database.drop();
});
