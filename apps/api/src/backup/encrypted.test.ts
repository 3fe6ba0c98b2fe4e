import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { submitComplaint } from '@baraza/contract/complaint/complaint';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  backUp,
  brokenFiles,
  contentsOf,
  emptyPlace,
  filesBelow,
  installationOf,
  restore,
} from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';
import { photo } from '../../test/support/media.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { verifyBackup } from './backed-up-files.ts';
import { findBackup } from './backup-store.ts';
import { readManifest } from './manifest.ts';
import type { Seal } from './seal.ts';

let api: TestApp;
let folder: string;
let seal: Required<Seal>;
let other: Required<Seal>;

const makeSeal = async () => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};

beforeAll(async () => {
  api = await createTestApp();
  const scene = await createScene(api);
  await scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files: [await photo()] } });
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-sealed-'));
  [seal, other] = [await makeSeal(), await makeSeal()];
  await backUp(installationOf(api), folder, () => {}, { seal: { recipient: seal.recipient } });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function verify(keys: Seal): Promise<void> {
  const spot = await findBackup(folder, () => {}, keys);
  await verifyBackup(spot, await readManifest(spot), () => {});
}

test('every entry of an encrypted backup is a file of the age format, but for counts and erasures', async () => {
  const files = (await filesBelow(folder)).filter((name) => !/manifest\.json$|^erasures/u.test(name));
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    expect(name).toMatch(/\.age$/u);
    expect((await readFile(path.join(folder, name))).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/u);
  }
});

test('an encrypted backup is verified and restored with its private key', async () => {
  await verify(seal);
  const place = await emptyPlace({ BACKUP_IDENTITY: seal.identity });
  try {
    await restore(folder, place);
    const { account, complaint, file } = await contentsOf(api.pool);
    expect(await contentsOf(place.database.pool)).toMatchObject({ account, complaint, file });
    expect(await brokenFiles(place.database.pool, place.files)).toEqual([]);
  } finally {
    await place.close();
  }
});

test.each([
  ['no key', () => ({}), /is encrypted, and no key is set\. Name the file/u],
  ['another key', () => other, /is encrypted, and BACKUP_IDENTITY_FILE does not open it: /u],
])('an encrypted backup is refused with %s', async (_, keys, line) => {
  await expect(verify(keys())).rejects.toThrow(line);
});

test('an altered entry of an encrypted backup is named', async () => {
  const target = path.join(folder, 'altered');
  const { spot } = await backUp(installationOf(api), target, () => {}, { seal });
  const file = path.join(target, spot.name, 'tables/account.gz.age');
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  await writeFile(file, bytes);
  await expect(verifyBackup(spot, await readManifest(spot), () => {})).rejects.toThrow(
    /tables\/account\.gz is encrypted, and was altered or cut\.$/u,
  );
});

test('unchanged files are taken over for the same recipient only', async () => {
  const target = path.join(folder, 'again');
  const repeat = async (options: { seal?: Seal }) =>
    (await backUp(installationOf(api), target, () => {}, options)).repeated;
  expect(await repeat({ seal })).toBe(0);
  expect(await repeat({ seal })).toBeGreaterThan(0);
  expect(await repeat({ seal: other })).toBe(0);
  expect(await repeat({})).toBe(0);
});

test('the age program opens an entry', async ({ skip }) => {
  const run = promisify(execFile);
  if (!(await run('age', ['--version']).catch(() => undefined))) return skip('age is not installed');
  const key = path.join(folder, 'key');
  await writeFile(key, `${seal.identity}\n`, { mode: 0o600 });
  const entry = (await filesBelow(folder)).find((name) => name.endsWith('tables/mda.gz.age')) ?? '';
  await run('age', ['--decrypt', '-i', key, '-o', path.join(folder, 'mda.gz'), path.join(folder, entry)]);
  expect((await readFile(path.join(folder, 'mda.gz'))).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
});
