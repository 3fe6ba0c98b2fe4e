import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { createScene } from '../../test/support/complaints.ts';
import { fileAsGuest } from '../../test/support/guest.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { builtFile, programEnvironment } from '../../test/support/server/processes.ts';
import { keyFrom } from '../config/data-dir.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { openInstallation, readDataKey, requireOwnKey, writeDataKey } from '../db/installation.store.ts';
import { appendToLog } from '../features/log/append-to-log.ts';

// Each run of a program is a Node process of its own.
vi.setConfig({ testTimeout: 180_000 });

const api = sharedTestApp();
const newKey = () => randomBytes(32).toString('hex');
const otherKey =
  /^The key in SECRET_KEY or DATA_DIR\/secret is not the one of this database\. .* npm run change-key \(\S+\)\.$/u;
let present = newKey();

/** Data keys of the test app, sealed as a server does at its first start. */
beforeAll(() => writeDataKey(api.services.db, keyFrom(present), Buffer.alloc(32, 7)));

function run(program: string, keys: Record<string, string>, ...words: string[]) {
  const { connectionString } = api.pool.options as { connectionString: string };
  const place = { DATABASE_URL: connectionString, DATA_DIR: api.services.settings.dataDir };
  const env = { ...programEnvironment, ...place, ...keys };
  return new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, [builtFile(`cli/${program}`), ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: `${stdout}${stderr}`.trim() }),
    );
  });
}

/** Keys of a server that starts with this secret key. */
const keysWith = async (secret: string) => deriveKeys(await readDataKey(api.services.db, keyFrom(secret)));

test('another secret key than the one of the database is refused in one line by servers and programs', async () => {
  const { db } = api.services;
  const other = newKey();

  await expect(requireOwnKey(api.pool, keyFrom(other))).rejects.toThrow(otherKey);
  await expect(openInstallation(db, keyFrom(other))).rejects.toThrow(otherKey);
  expect(await run('verify-log', { SECRET_KEY: other })).toEqual({ code: 1, text: expect.stringMatching(otherKey) });
  expect(await run('change-key', { SECRET_KEY: other, FORMER_SECRET_KEY: newKey() })).toMatchObject({ code: 1 });
  expect(await run('change-key', { SECRET_KEY: other })).toMatchObject({ code: 1 });

  await requireOwnKey(api.pool, keyFrom(present));
  expect((await openInstallation(db, keyFrom(present))).dataKey).toEqual(Buffer.alloc(32, 7));
});

test('a change of the secret key ends neither receipt codes nor anything else, and the log verifies', async () => {
  const guest = await fileAsGuest(api, await createScene(api));
  await appendToLog(api.services);
  const [former, next] = [present, newKey()];

  const change = { SECRET_KEY: next, FORMER_SECRET_KEY: former };
  expect(await run('change-key', change)).toMatchObject({ code: 0 });
  expect(await run('change-key', change)).toMatchObject({ code: 0 });
  present = next;

  await expect(keysWith(former)).rejects.toThrow(otherKey);
  const keys = await keysWith(next);
  expect(keys).toEqual(api.services.keys);
  const app = await api.rebuild({ keys });
  const { trackingId, receiptCode } = guest;
  const url = '/api/public/session';
  expect((await app.inject({ method: 'POST', url, payload: { trackingId, receiptCode } })).statusCode).toBe(200);
  await app.close();
  expect(await run('verify-log', { SECRET_KEY: next })).toEqual({
    code: 0,
    text: expect.stringMatching(/Everything is as it was written\.$/u),
  });
});

test('the key of the data folder is replaced by a new one, also after the program was cut off in between', async () => {
  const file = path.join(api.services.settings.dataDir, 'secret');
  const kept = randomBytes(32);
  await writeFile(file, `${kept.toString('hex')}\n`);
  await writeDataKey(api.services.db, kept, Buffer.alloc(32, 7));

  expect(await run('change-key', {})).toMatchObject({ code: 0 });
  const replaced = (await readFile(file, 'utf8')).trim();
  expect(replaced).not.toBe(kept.toString('hex'));
  expect(await keysWith(`kept:${replaced}`)).toEqual(api.services.keys);

  // The database uses the new key, and the file is still the former one.
  const draft = randomBytes(32);
  await writeFile(`${file}.new`, `${draft.toString('hex')}\n`);
  await writeDataKey(api.services.db, draft, Buffer.alloc(32, 7));
  expect(await run('change-key', {})).toMatchObject({ code: 0 });
  present = `kept:${draft.toString('hex')}`;
  expect((await readFile(file, 'utf8')).trim()).toBe(draft.toString('hex'));
  expect(await keysWith(present)).toEqual(api.services.keys);
});

test('a lost key is given up only if another one is set, and gives way to a new data key', async () => {
  expect(await run('change-key', { SECRET_KEY: present }, '--lost')).toMatchObject({ code: 1 });
  const next = newKey();

  expect(await run('change-key', { SECRET_KEY: next }, '--lost')).toMatchObject({ code: 0 });

  expect(await keysWith(next)).not.toEqual(api.services.keys);
});
