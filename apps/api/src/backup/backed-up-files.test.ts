import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { backUp, filesBelow, installationOf } from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { verifyBackup } from './backed-up-files.ts';
import { findBackup } from './backup-store.ts';
import { readManifest } from './manifest.ts';

const api = sharedTestApp();
let whole: string;
let name: string;
let folder: string;

beforeAll(async () => {
  const scene = await createScene(api);
  await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  whole = await mkdtemp(path.join(tmpdir(), 'baraza-whole-'));
  ({ name } = (await backUp(installationOf(api), whole)).spot);
});
afterAll(() => rm(whole, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-backup-'));
  await cp(whole, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const within = (...parts: string[]) => path.join(folder, name, ...parts);

const fileOf = async () => (await filesBelow(within('files')))[0] ?? '';

const damages: [string, () => Promise<unknown>, RegExp][] = [
  ['without a manifest', () => rm(within('manifest.json')), /is no whole backup: it has no manifest\.json\.$/u],
  [
    'whose manifest was cut',
    async () => cut(within('manifest.json')),
    /is damaged: manifest\.json was altered or cut\.$/u,
  ],
  [
    'whose manifest was altered',
    async () => {
      const text = await readFile(within('manifest.json'), 'utf8');
      await writeFile(within('manifest.json'), text.replace(/"rows": [1-9]\d*/u, '"rows": 0'));
    },
    /is damaged: manifest\.json was altered or cut\.$/u,
  ],
  [
    'with a longer table',
    () => appendFile(within('tables/complaint.gz'), 'x'),
    /tables\/complaint\.gz was altered or cut\.$/u,
  ],
  ['with an altered table', () => alter(within('tables/account.gz')), /tables\/account\.gz was altered or cut\.$/u],
  ['without a table', () => rm(within('tables/mda.gz')), /tables\/mda\.gz is missing\.$/u],
  ['with an altered list of files', () => alter(within('files.gz')), /files\.gz was altered or cut\.$/u],
  ['with an altered key', () => alter(within('secret')), /secret was altered or cut\.$/u],
  ['with an altered file', async () => alter(within('files', await fileOf())), /was altered or cut\.$/u],
  ['without a file', async () => rm(within('files', await fileOf())), /is missing\.$/u],
];

async function alter(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

async function cut(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
}

async function verify(): Promise<void> {
  const spot = await findBackup(path.join(folder, name), () => {});
  await verifyBackup(spot, await readManifest(spot), () => {});
}

test('an unchanged backup passes verification', async () => {
  await expect(verify()).resolves.toBeUndefined();
});

test.each(damages)('a backup %s fails its verification', async (_, damage, line) => {
  await damage();
  await expect(verify()).rejects.toThrow(line);
});
