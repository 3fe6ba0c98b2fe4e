import { mkdir, readdir, utimes, writeFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { getUser, login, register } from '@baraza/contract';
import { expect, it, vi } from 'vitest';
import { account, file, idempotencyKey, oneTimeCode, session, throttle, upload } from '../db/schema/tables.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { failure } from '../../test/support/failure.ts';
import { photo } from '../../test/support/media.ts';
import { filesOfInstallation, requireWritable } from '../files/files.ts';
import { createTempFiles, prepareTempFiles, tempFolder } from '../files/temp-files.ts';
import { StartupError } from '../config/startup-error.ts';

const test = sharedTestApp();

const password = 'seven green lamps';
const form = { first_name: 'Ada', last_name: 'Obi', email: 'ada@home.example', password, confirmPassword: password };

async function age(name: string): Promise<void> {
  const files = path.join(test.services.settings.dataDir, 'files');
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name === name) await utimes(path.join(entry.parentPath, name), 0, 0);
  }
}

it('clean-up deletes only files without a row that are older than a day', async () => {
  await test.call(register, { form, files: { file: await photo() } });
  const { db, files } = test.services;
  const [row] = await db.select().from(file);
  const temp = path.join(test.services.settings.dataDir, 'temp');
  await writeFile(temp, 'orphan');
  const [oldOrphan, newOrphan] = [
    await files.put(temp, { contentType: 'x' }),
    await files.put(temp, { contentType: 'x' }),
  ];
  await age(oldOrphan);
  await age(row?.storageKey ?? '');
  await test.cleanUp();
  expect(await files.open(oldOrphan)).toBeUndefined();
  for (const key of [newOrphan, row?.storageKey ?? '']) {
    const kept = await files.open(key);
    expect(kept).toBeDefined();
    kept?.stream.destroy();
  }
});

it('clean-up deletes no file younger than a day', async () => {
  const { files, settings } = test.services;
  const temp = path.join(settings.dataDir, 'temp');
  await writeFile(temp, 'orphan');
  const [key, folder] = [await files.put(temp, { contentType: 'x' }), path.join(settings.dataDir, 'files')];
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await utimes(path.join(folder, key.slice(-2), key), hours(23), hours(23));
  await test.cleanUp();
  const kept = await files.open(key);
  kept?.stream.destroy();
  expect(kept).toBeDefined();
  await utimes(path.join(folder, key.slice(-2), key), hours(25), hours(25));
  await test.cleanUp();
  expect(await files.open(key)).toBeUndefined();
});

it('clean-up deletes no files of another installation in the same file store', async () => {
  const { files, settings } = test.services;
  const temp = path.join(settings.dataDir, 'temp');
  await writeFile(temp, 'theirs');
  const theirs = filesOfInstallation(files, crypto.randomUUID());
  const key = await theirs.put(temp, { contentType: 'x' });
  await age(key);
  await test.cleanUp();
  const kept = await files.open(key);
  kept?.stream.destroy();
  expect(kept).toBeDefined();
});

it('a read-only file store is refused in one line at the first start', async () => {
  const files = {
    ...test.services.files,
    put: () => Promise.reject(Object.assign(new Error('No right.\nMore of it.'), { name: 'AccessDenied' })),
  };
  const failed = await requireWritable(files, test.services.settings.dataDir).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StartupError);
  expect((failed as Error).message).toBe(
    'Nothing can be put into the file store (AccessDenied: No right.). Check STORAGE_URL and the credentials, or DATA_DIR.',
  );
});

it('clean-up deletes ended sessions, codes and counters, and unconfirmed registrations', async () => {
  const { db } = test.services;
  const citizen = await test.citizen();
  await failure(test.call(login, { body: { email: citizen.email, password: 'wrong', type: 'user' } }));
  await test.cleanUp();
  await citizen.call(getUser);
  expect(await db.select().from(oneTimeCode)).toHaveLength(1);
  test.clock.advance(8 * 24 * 3_600_000);
  await test.cleanUp();
  const counts = await Promise.all([session, oneTimeCode, throttle, file].map((table) => db.$count(table)));
  expect(counts).toEqual([0, 0, 0, 0]);
  expect((await db.select().from(account)).map((it) => it.email)).toEqual([citizen.email]);
});

it('clean-up deletes idempotency keys after 30 days', async () => {
  const { db, clock } = test.services;
  const { id: citizenId } = await test.citizen();
  const row = { citizenId, requestDigest: Buffer.alloc(32), complaintId: crypto.randomUUID() };
  const ago = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
  await db.insert(idempotencyKey).values([
    { ...row, key: 'older', createdAt: ago(31) },
    { ...row, key: 'newer', createdAt: ago(29) },
  ]);
  await test.cleanUp();
  expect((await db.select().from(idempotencyKey)).map((it) => it.key)).toEqual(['newer']);
});

it('a starting server deletes the temporary files of a killed one, and no others', async () => {
  const { dataDir } = test.services.settings;
  const folder = tempFolder(dataDir);
  await writeFile(createTempFiles(dataDir).newPath(), 'x');
  await mkdir(path.join(folder, 'a'.repeat(32)));
  await writeFile(path.join(folder, 'a'.repeat(32), 'within'), 'x');
  await writeFile(path.join(folder, 'theirs'), 'x');
  await prepareTempFiles(dataDir);
  expect((await readdir(folder)).toSorted()).toEqual(['a'.repeat(32), 'theirs']);
  expect(await readdir(path.join(folder, 'a'.repeat(32)))).toEqual(['within']);
  await rm(path.join(folder, 'a'.repeat(32)), { recursive: true });
  await rm(path.join(folder, 'theirs'));
});

it('clean-up asks the database about many files at once, and keeps pieces of uploads', async () => {
  const { db, clock } = test.services;
  const keys = Array.from({ length: 1_201 }, (_, number) => number.toString(16).padStart(32, '0'));
  const { id: citizenId } = await test.citizen();
  const now = clock.now();
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
  const names = { fileName: 'a.png', contentType: 'image/png' };
  await db
    .insert(upload)
    .values({ id: crypto.randomUUID(), citizenId, length: 9, pieces: [keys[700]!], ...names, ...times });
  const deleted: string[] = [];
  const { files } = test.services;
  const stored = vi.spyOn(files, 'keysBefore').mockImplementation(async function* list() {
    yield* keys;
  });
  const removal = vi.spyOn(files, 'delete').mockImplementation(async (key) => void deleted.push(key));
  const execute = vi.spyOn(db, 'execute');

  await test.cleanUp();

  expect(deleted.toSorted()).toEqual(keys.filter((_, number) => number !== 700));
  expect(execute.mock.calls.length).toBeLessThan(10);
  for (const spy of [execute, stored, removal]) spy.mockRestore();
});
