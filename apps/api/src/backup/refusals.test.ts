import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDataDir } from '../config/data-dir.ts';
import { writeMarker } from '../config/data-dir-state.ts';
import { openFiles } from '../files/files.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import {
  backUp,
  brokenFiles,
  emptyPlace,
  type EmptyPlace,
  filesBelow,
  installationOf,
  restore,
  testKey,
} from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { type ObjectStorage, startObjectStorage } from '../../test/support/server/object-storage.ts';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import { findBackup } from './backup-store.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';

let api: TestApp;
let storage: ObjectStorage;
let whole: string;
let name: string;
let manifest: Manifest;
let folder: string;
let place: EmptyPlace;

beforeAll(async () => {
  api = await createTestApp();
  storage = await startObjectStorage();
  const scene = await createScene(api);
  await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  whole = await mkdtemp(path.join(tmpdir(), 'baraza-whole-'));
  const made = await backUp(installationOf(api), whole);
  ({ name } = made.spot);
  ({ manifest } = made);
});
afterAll(async () => {
  storage.close();
  await api.close();
  await rm(whole, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-backup-'));
  await cp(whole, folder, { recursive: true });
  place = await emptyPlace();
});
afterEach(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

const within = (...parts: string[]) => path.join(folder, name, ...parts);

/** Lists tables other than the system's. */
async function tables(): Promise<string[]> {
  const { rows } = await place.database.pool.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'S') and nspname !~ '^(pg_|information_schema)'`,
  );
  return rows.map((row) => row.name);
}

async function expectNothingChanged(): Promise<void> {
  expect(await tables()).toEqual([]);
  expect((await filesBelow(place.settings.dataDir)).filter((it) => !it.startsWith('lock'))).toEqual([]);
}

test('a damaged backup is refused and changes nothing', async () => {
  await appendFile(within('tables/complaint.gz'), 'x');
  await expect(restore(folder, place)).rejects.toThrow(/tables\/complaint\.gz was altered or cut\.$/u);
  await expectNothingChanged();
});

test('a backup of a newer version or of a fork is refused', async () => {
  const spot = { ...(await findBackup(folder, () => {})) };
  const newer = [...manifest.migrations, { hash: 'f'.repeat(64), createdAt: 1 }];
  await rm(within('manifest.json'));
  await writeManifest(spot, { ...manifest, migrations: newer });
  await expect(restore(folder, place)).rejects.toThrow(
    /^The backup was made by another version of this program\. Use that version or a newer one\.$/u,
  );
  await rm(within('manifest.json'));
  await writeManifest(spot, { ...manifest, migrations: [{ hash: 'f'.repeat(64), createdAt: 1 }] });
  await expect(restore(folder, place)).rejects.toThrow(/^The backup was made by another version of this program/u);
  await expectNothingChanged();
});

test('a backup whose rows violate a constraint is not restored', async () => {
  // As if two tables were of different moments: the hashes match, the rows do not.
  const spot = await findBackup(folder, () => {});
  const without = manifest.tables.filter((table) => table.name !== 'category');
  await rm(within('manifest.json'));
  await writeManifest(spot, { ...manifest, tables: without });
  await expect(restore(folder, place)).rejects.toThrow(/foreign key/u);
  expect((await tables()).filter((table) => table.startsWith('public.'))).toEqual([]);
});

test('a restore refuses a database, folder or file store that is not empty', async () => {
  await place.database.pool.query('create table theirs (id int)');
  await expect(restore(folder, place)).rejects.toThrow(/^The database is not empty \(it holds public\.theirs\)/u);
  await place.database.pool.query('drop table theirs');
  const upload = path.join(place.settings.dataDir, 'upload');
  await writeFile(upload, 'x');
  await place.files.put(upload, { contentType: 'text/plain' });
  await expect(restore(folder, place)).rejects.toThrow(/^The file store is not empty/u);
  expect(await tables()).toEqual([]);
  expect(await filesBelow(path.join(place.settings.dataDir, 'files'))).toHaveLength(1);
});

test('a restore of an embedded database needs an empty data folder', async () => {
  const settings = { ...place.settings, databaseUrl: undefined };
  await writeFile(path.join(settings.dataDir, 'letter.txt'), 'x');
  await rm(path.join(settings.dataDir, 'files'), { recursive: true });
  await expect(restore(folder, { settings })).rejects.toThrow(
    /^The data folder .* is not empty \(it holds letter\.txt\)/u,
  );
  const names = (await readdir(settings.dataDir)).filter((name) => !name.startsWith('lock'));
  expect(names.toSorted()).toEqual(['files', 'letter.txt']);
});

test(
  'a restore into a database server accepts a folder with an embedded database only after its final backup',
  {
    tags: 'full',
  },
  async () => {
    const { dataDir } = place.settings;
    await mkdir(path.join(dataDir, 'postgres'));
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(restore(folder, place)).rejects.toThrow(
      / holds a database that may still serve\. Make its final backup/u,
    );

    await writeMarker(dataDir, 'moved', { backup: folder, at: new Date().toISOString() });
    await expect(restore(folder, place)).rejects.toThrow(/^The data of .* were moved on \S+ with the final backup /u);
    expect(await tables()).toEqual([]);
    expect((await readdir(dataDir)).filter((entry) => !entry.startsWith('lock')).toSorted()).toEqual([
      'files',
      'moved',
      'postgres',
    ]);

    const storageUrl = storage.url('moved');
    await restore(folder, { settings: { ...place.settings, storageUrl } });
    expect(
      await brokenFiles(place.database.pool, await openFiles({ dataDir, storageUrl, storageKeys: undefined })),
    ).toEqual([]);
  },
);

test('a restore refuses a data folder in use', async () => {
  const open = await openDataDir(place.settings);
  await expect(restore(folder, place)).rejects.toThrow(/is in use by another server/u);
  await open.close();
});

test('a restore refuses another key than the backup’s, with which sealed values would not open', async () => {
  const other = { ...place.settings, secretKey: '0123456789abcdef0123456789abcdef' };
  await expect(restore(folder, { settings: other })).rejects.toThrow(/^The setting SECRET_KEY is another one/u);
  await writeFile(path.join(place.settings.dataDir, 'secret'), `${'a'.repeat(64)}\n`);
  await expect(restore(folder, place)).rejects.toThrow(/has a key already, another one than the backup/u);
  await writeFile(path.join(place.settings.dataDir, 'secret'), testKey.kept);
  await restore(folder, place);
});

test('a backup made with SECRET_KEY needs the same one', async () => {
  const from = { ...installationOf(api), key: { id: testKey.id, kept: undefined } };
  const { spot } = await backUp(from, folder);
  await expect(restore(path.join(folder, spot.name), place)).rejects.toThrow(/^The backup was made with a SECRET_KEY/u);
  await expectNothingChanged();
  const kept = `kept:${testKey.kept.toString().trim()}`;
  await restore(path.join(folder, spot.name), { settings: { ...place.settings, secretKey: kept } });
  expect(await filesBelow(place.settings.dataDir)).not.toContain('secret');
});

test('a restore refuses a folder with an unfinished restore', async () => {
  const at = new Date().toISOString();
  await writeMarker(place.settings.dataDir, 'restore', { backup: '/mnt/old', at });
  const half = /^The restore into .* was cut off\. Empty the folder, .* and restore \/mnt\/old again\.$/u;
  await expect(restore(folder, place)).rejects.toThrow(half);
  await expect(openDataDir(place.settings)).rejects.toThrow(half);
  const embedded = { settings: { ...place.settings, databaseUrl: undefined } };
  await expect(restore(folder, embedded)).rejects.toThrow(/is not empty \(it holds restore-unfinished\)/u);
});

test('a restore takes the newest complete backup of a folder, and refuses a folder without one', async () => {
  await expect(restore(path.join(folder, 'nowhere'), place)).rejects.toThrow(/^There is no backup in /u);
  const half = path.join(folder, '2099-01-01T00-00-00Z');
  await mkdir(half);
  const said: string[] = [];
  const found = await findBackup(folder, (line) => void said.push(line));
  expect(found.name).toBe(name);
  expect(said).toEqual(['2099-01-01T00-00-00Z is passed over: it is not whole.']);
  await expect(findBackup(half, () => {}).then(readManifest)).rejects.toThrow(/is no whole backup/u);
});

test('a backup never overwrites another one, and an empty database is not backed up', async () => {
  const from = installationOf(api);
  const { spot } = await backUp(from, folder);
  const taken = new Date(spot.name.replace(/T(\d\d)-(\d\d)-/u, 'T$1:$2:'));
  const { makeBackup } = await import('./make-backup.ts');
  await expect(makeBackup(from, spot.store, { report: () => {}, now: taken })).rejects.toThrow(
    /Nothing is written over it/u,
  );
  expect(await readManifest(spot)).toBeDefined();
  const empty = { ...from, database: place.database };
  await expect(backUp(empty, folder)).rejects.toThrow('There is nothing in this database yet.');
});

test('a backup to an unwritable folder is refused, and a failed one is removed', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  await expect(backUp(installationOf(api), path.join(file, 'below'))).rejects.toThrow(
    /cannot be used: ENOTDIR: not a directory/u,
  );
  const broken = installationOf(api);
  const cutOff = { ...broken, files: { ...broken.files, open: () => Promise.reject(new Error('The disk is gone.')) } };
  const before = await readdir(folder);
  await expect(backUp(cutOff, folder, () => {}, { anew: true })).rejects.toThrow('The disk is gone.');
  expect(await readdir(folder)).toEqual(before);
});

test('a database of unknown version is not backed up', async () => {
  await api.pool.query('alter schema drizzle rename to elsewhere');
  try {
    // PostgreSQL's code for a missing table, which the program turns into a line.
    await expect(backUp(installationOf(api), folder)).rejects.toMatchObject({ code: '42P01' });
  } finally {
    await api.pool.query('alter schema elsewhere rename to drizzle');
  }
});
