import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killAll, runModule, type RunningProgram } from '../../test/support/server/processes.ts';
import { openDataDir, secretKeyOf } from './data-dir.ts';

const asRoot = process.getuid?.() === 0;
const moduleUrl = new URL('./data-dir.ts', import.meta.url);
let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'baraza-dir-'));
  folder = path.join(parent, 'data');
});

afterEach(async () => {
  await killAll();
  await rm(parent, { recursive: true, force: true });
});

/** Starts a server that opens the folder, prints "open", and runs until it is killed. */
function server(dataDir: string, user: { uid?: number; gid?: number } = {}): RunningProgram {
  return runModule(
    `import { openDataDir, secretKeyOf } from ${JSON.stringify(moduleUrl.href)};
     try {
       await openDataDir({ dataDir: ${JSON.stringify(dataDir)} });
       console.log('open');
       setInterval(() => {}, 1000);
     } catch (error) {
       console.log(error.name === 'StartupError' ? error.message : error.stack);
       process.exitCode = 1;
     }`,
    user,
  );
}

const settings = () => ({ dataDir: folder, secretKey: undefined });

const isNew = async () => true;
const isUsed = async () => false;

test('the data folder is created without access for others, and its key readable by the owner only', async () => {
  const { close } = await openDataDir(settings());
  expect(await secretKeyOf(settings(), isNew)).toHaveLength(32);
  expect((await stat(folder)).mode & 0o066).toBe(0);
  expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  await close();
});

test('each data folder keeps its own key, and SECRET_KEY overrides it', async () => {
  const other = { dataDir: path.join(parent, 'other'), secretKey: undefined };
  await Promise.all([mkdir(folder), mkdir(other.dataDir)]);
  const key = await secretKeyOf(settings(), isNew);
  expect(await secretKeyOf(settings(), isUsed)).toEqual(key);
  expect(await secretKeyOf(other, isNew)).not.toEqual(key);
  const set = await secretKeyOf({ dataDir: folder, secretKey: 'a'.repeat(32) }, isUsed);
  expect(set).toHaveLength(32);
  expect(set).not.toEqual(key);
});

test('a missing key of a used database is not replaced, and the error says how to go on', async () => {
  await mkdir(folder);
  await expect(secretKeyOf(settings(), isUsed)).rejects.toThrow(
    /is missing, and the database was used with it\. Bring it back .* openssl rand -hex 32 > .*secret/u,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('a damaged key is refused, since a new one would void every signature', async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, 'secret'), 'short');
  await expect(secretKeyOf(settings(), isUsed)).rejects.toThrow('is damaged. Restore it from a backup');
});

test('a second server in a data folder is refused with the process that holds it', async () => {
  const first = server(folder);
  expect(await first.firstLine).toBe('open');
  const second = server(folder);
  expect(await second.firstLine).toBe(
    `The data folder ${folder} is in use by another server (process ${first.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
  expect(await second.exitCode).toBe(1);
});

test('a killed server leaves the data folder unlocked and no further files', async () => {
  for (let round = 0; round < 4; round += 1) {
    const running = server(folder);
    expect(await running.firstLine).toBe('open');
    await running.kill();
  }
  const { close } = await openDataDir(settings());
  expect((await readdir(folder)).toSorted()).toEqual(['lock', 'lock.pid']);
  await close();
});

test('one of several servers that start at once in a killed server’s folder gets it', async () => {
  const dead = server(folder);
  await dead.firstLine;
  await dead.kill();
  const all = Array.from({ length: 6 }, () => server(folder));
  const lines = await Promise.all(all.map(({ firstLine }) => firstLine));
  const winner = all[lines.indexOf('open')];
  expect(lines.filter((line) => line === 'open')).toHaveLength(1);
  expect(lines.filter((line) => line.includes(`(process ${winner?.pid})`))).toHaveLength(5);
});

test('a suspended server keeps its data folder', async () => {
  const held = server(folder);
  await held.firstLine;
  process.kill(held.pid, 'SIGSTOP');
  expect(await server(folder).firstLine).toContain(`in use by another server (process ${held.pid})`);
});

test('a data folder may have a long path', async () => {
  const deep = path.join(parent, 'a'.repeat(100), 'b'.repeat(100));
  const first = server(deep);
  expect(await first.firstLine).toBe('open');
  expect(await server(deep).firstLine).toContain(`(process ${first.pid})`);
});

test('a data folder that is a file, or lies in one, is refused in one line', async () => {
  await writeFile(folder, '');
  await expect(openDataDir(settings())).rejects.toThrow(
    `The data folder ${folder} cannot be used: EEXIST: file already exists, mkdir '${folder}'. Check DATA_DIR.`,
  );
  await expect(openDataDir({ ...settings(), dataDir: path.join(folder, 'below') })).rejects.toThrow(
    'cannot be used: ENOTDIR: not a directory',
  );
  expect(await readFile(folder, 'utf8')).toBe('');
});

test('missing parents of the data folder are created', async () => {
  const deep = path.join(parent, 'one/two/three');
  const { close } = await openDataDir({ dataDir: deep });
  expect((await stat(deep)).mode & 0o066).toBe(0);
  await close();
});

test('a data folder without write access is refused in one line', async () => {
  await chmod(parent, 0o755);
  await mkdir(folder, { mode: 0o555 });
  // No mode keeps root out, so another user tries.
  const stranger = asRoot ? { uid: 65_534, gid: 65_534 } : {};
  const refused = server(folder, stranger);
  expect(await refused.firstLine).toBe(
    `The data folder ${folder} cannot be used: EACCES: permission denied, access '${folder}'. Check DATA_DIR.`,
  );
  expect(await refused.exitCode).toBe(1);
});
