import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp, brokenFiles, emptyPlace, installationOf, restore } from '../../test/support/backups.ts';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { fileName, verifyBackup } from './backed-up-files.ts';
import type { BackupSpot } from './backup-store.ts';
import type { Installation } from './make-backup.ts';
import { readManifest } from './manifest.ts';

let api: TestApp;
let scene: Scene;
let folder: string;
let anyKey: string;
let from: Installation;
let read: string[];

beforeAll(async () => {
  api = await createTestApp();
  scene = await createScene(api);
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-again-'));
  for (let n = 0; n < 12; n += 1) anyKey = await fileWithPhoto();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  read = [];
  const { files, ...rest } = installationOf(api);
  from = { ...rest, files: { ...files, open: (key, range) => (read.push(key), files.open(key, range)) } };
});

async function fileWithPhoto(): Promise<string> {
  const { id } = await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  const { rows } = await api.pool.query<{ key: string }>(
    'select storage_key as key from file where complaint_id = $1',
    [id],
  );
  return rows[0]?.key ?? '';
}

/** Lists the files that were copied. */
async function copied(): Promise<string[]> {
  const { rows } = await api.pool.query<{ key: string }>('select storage_key as key from file');
  return rows.map(({ key }) => key).filter((key) => read.includes(key));
}

const looksWhole = async (spot: BackupSpot) => verifyBackup(spot, await readManifest(spot), () => {});

async function expectRestores(target: string): Promise<void> {
  const place = await emptyPlace();
  await restore(target, place);
  expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
  await place.close();
}

describe('a further backup', () => {
  const target = () => path.join(folder, 'backups');

  test('a further backup copies only new files and stays complete when the first one is deleted', async () => {
    const first = await backUp(from, target());
    expect(await copied()).toHaveLength(first.manifest.files.count);
    read = [];
    const added = await fileWithPhoto();
    const second = await backUp(from, target());
    expect(await copied()).toEqual([added]);
    expect(second.repeated).toBe(first.manifest.files.count);
    expect(second.manifest.files).toMatchObject({
      count: first.manifest.files.count + 1,
      gone: [],
      missing: [],
      altered: [],
    });
    await first.spot.store.remove(first.spot.name);
    await looksWhole(second.spot);
    await expectRestores(target());
  });

  test('a backup with --anew copies every file', async () => {
    const { manifest, repeated } = await backUp(from, target(), () => {}, { anew: true });
    expect(await copied()).toHaveLength(manifest.files.count);
    expect(repeated).toBe(0);
  });

  test('a further backup copies files that the earlier one lost', async () => {
    const { spot } = await backUp(from, target());
    const name = `${spot.name}/${fileName(anyKey)}`;
    await rm(path.join(target(), name));
    read = [];
    const after = await backUp(from, target());
    expect(await copied()).toEqual([anyKey]);
    await looksWhole(after.spot);
  });
});

test('successive backups share their files on disk', async () => {
  const target = path.join(folder, 'linked');
  const [first, second] = [await backUp(from, target), await backUp(from, target)];
  const inode = async (spot: BackupSpot) => (await stat(path.join(target, spot.name, fileName(anyKey)))).ino;
  expect(await inode(second.spot)).toBe(await inode(first.spot));
});

test('a further backup copies files again that were altered in the earlier one', async () => {
  const target = path.join(folder, 'altered');
  const { files } = from;
  const size = Number((await api.pool.query('select size from file where storage_key = $1', [anyKey])).rows[0].size);
  const others = () => ({ stream: Readable.from([Buffer.alloc(size)]), size });
  const broken = { ...files, open: async (key: string) => (key === anyKey ? others() : files.open(key)) };
  const { manifest } = await backUp({ ...from, files: broken }, target);
  expect(manifest.files.altered.map(({ key }) => key)).toEqual([anyKey]);
  const mended = await backUp(from, target);
  expect(mended.manifest.files.altered).toEqual([]);
  await looksWhole(mended.spot);
});

test('a further backup uses no incomplete or damaged backup, and none of another installation', async () => {
  const target = path.join(folder, 'foreign');
  const said: string[] = [];
  const report = (line: string) => void said.push(line);
  const first = await backUp(from, target);
  await writeFile(path.join(target, first.spot.name, fileName(anyKey)), 'shorter');
  expect((await backUp(from, target)).repeated).toBe(first.manifest.files.count - 1);
  const damaged = await backUp(from, target);
  await writeFile(path.join(target, damaged.spot.name, 'manifest.json'), 'x');
  expect((await backUp(from, target, report)).repeated).toBe(0);
  expect(said).toEqual([expect.stringMatching(/^Every file is copied anew: .*manifest\.json was altered or cut\.$/u)]);
  await api.pool.query('update installation set id = gen_random_uuid()');
  expect((await backUp(from, target)).repeated).toBe(0);
});
