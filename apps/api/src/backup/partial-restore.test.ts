import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  backUp,
  brokenFiles,
  emptyPlace,
  type EmptyPlace,
  installationOf,
  restore,
} from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { asServerAdministrator } from '../../test/support/server/database.ts';
import { openRunningDatabase } from '../cli/program.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { requireNoPartialRestore, writeRestoreMarker } from '../db/restore-marker.ts';
import { openFiles } from '../files/files.ts';

let api: TestApp;
let folder: string;
let id: string;
let place: EmptyPlace;

beforeAll(async () => {
  api = await createTestApp();
  const scene = await createScene(api);
  await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-backup-'));
  ({ id } = (await backUp(installationOf(api), folder)).manifest);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  place = await emptyPlace();
});
afterEach(() => place.close());

const half = /^The restore into this database was cut off\. Run it again \(npm run restore -- /u;

/** The same database, as a server on another machine sees it. */
async function elsewhere(): Promise<EmptyPlace> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-elsewhere-'));
  return { ...place, settings: { ...place.settings, dataDir } };
}

test('no server starts on a database whose restore was cut off at its end, and any data folder finishes it', async () => {
  const cut = restore(folder, place, () => Promise.reject(new Error('cut off')));
  await expect(cut).rejects.toThrow('cut off');
  const other = await elsewhere();
  await expect(migrateDatabase(place.database.pool)).rejects.toThrow(half);
  await expect(openRunningDatabase(other.settings)).rejects.toThrow(half);
  let finished = 0;
  await restore(folder, place, async () => void (finished += 1));
  expect(finished).toBe(1);
  expect(await migrateDatabase(place.database.pool)).toBe(0);
  await (await openRunningDatabase(other.settings)).close();
  await rm(other.settings.dataDir, { recursive: true });
});

test('a restore that was cut off before its tables were there keeps servers away, and goes on', async () => {
  const client = await place.database.pool.connect();
  await writeRestoreMarker(client, {
    backup: id,
    command: `npm run restore -- ${folder}`,
    files: place.settings.dataDir,
  });
  client.release();
  await expect(migrateDatabase(place.database.pool)).rejects.toThrow(half);
  await restore(folder, place);
  expect(await migrateDatabase(place.database.pool)).toBe(0);
  expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
});

test('half of another restore is refused, and stays', async () => {
  const client = await place.database.pool.connect();
  await writeRestoreMarker(client, {
    backup: 'another',
    command: 'npm run restore -- /mnt/other',
    files: '/mnt/files',
  });
  await client.query('create table half (n int)');
  client.release();
  await expect(restore(folder, place)).rejects.toThrow(/^The database is not empty \(it holds public\.half\)/u);
  await expect(migrateDatabase(place.database.pool)).rejects.toThrow(/\(npm run restore -- \/mnt\/other\)/u);
});

test('a marker that is all that is left of another restore gives way', { tags: 'full' }, async () => {
  const client = await place.database.pool.connect();
  await writeRestoreMarker(client, {
    backup: 'another',
    command: 'npm run restore -- /mnt/other',
    files: '/mnt/files',
  });
  client.release();
  await restore(folder, place);
  expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
});

test(
  'a restore that is finished from another data folder has its files and its key there',
  { tags: 'full' },
  async () => {
    const cut = restore(folder, place, () => Promise.reject(new Error('cut off')));
    await expect(cut).rejects.toThrow('cut off');
    const other = await elsewhere();
    await expect(restore(folder, other, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    // As if that had been amid the files: the folder has a mark of its own by now.
    await rm(path.join(other.settings.dataDir, 'files'), { recursive: true });
    await restore(folder, other);
    const files = await openFiles(other.settings);
    expect(await brokenFiles(place.database.pool, files)).toEqual([]);
    expect(existsSync(path.join(other.settings.dataDir, 'secret'))).toBe(
      existsSync(path.join(place.settings.dataDir, 'secret')),
    );
    await rm(other.settings.dataDir, { recursive: true });
  },
);

test(
  'a restore that goes on in another file store refuses one with files of another installation',
  { tags: 'full' },
  async () => {
    const client = await place.database.pool.connect();
    await writeRestoreMarker(client, { backup: id, command: `npm run restore -- ${folder}`, files: 's3://another' });
    client.release();
    const theirs = path.join(folder, 'theirs');
    await writeFile(theirs, 'theirs');
    await place.files.put(theirs, { contentType: 'text/plain' });
    await expect(restore(folder, place)).rejects.toThrow(/not empty/u);
  },
);

test('a role that may not read anything else is told of an unfinished restore', async () => {
  const client = await place.database.pool.connect();
  const state = { backup: id, command: `npm run restore -- ${folder}`, files: place.settings.dataDir };
  await writeRestoreMarker(client, state);
  client.release();
  const role = `stranger_${crypto.randomUUID().slice(0, 8)}`;
  const stranger = new pg.Client(place.database.pool.options);
  try {
    await stranger.connect();
    const { rows } = await stranger.query<{ name: string }>('select session_user as name');
    await asServerAdministrator(`create role ${role}; grant ${role} to "${rows[0]?.name}"`);
    await stranger.query(`set role ${role}`);
    await expect(requireNoPartialRestore(stranger)).rejects.toThrow(half);
  } finally {
    await stranger.end();
    await asServerAdministrator(`drop role if exists ${role}`);
  }
});
