import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deriveKeys } from '../crypto/keys.ts';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { appendToLog } from '../features/log/append-to-log.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createScene, rowOf } from '../../test/support/complaints.ts';
import { builtFile, programEnvironment } from '../../test/support/server/processes.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const secret = randomBytes(32);

let api: TestApp;
let folder: string;

beforeAll(async () => {
  api = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-verify-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program as `npm run verify-log` does. */
function run(environment: Record<string, string>, ...words: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    const env = { ...programEnvironment, ...environment };
    execFile(process.execPath, [builtFile('cli/verify-log'), ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trim().split('\n') });
    });
  });
}

/** The settings of the test app, whose database another process reads. */
const settings = () => {
  const { connectionString } = api.pool.options as { connectionString: string };
  return { DATABASE_URL: connectionString, SECRET_KEY: `kept:${secret.toString('hex')}` };
};

test('verify-log exits with 0, or with 1 and a line for each fault', async () => {
  const scene = await createScene(api);
  const id = await scene.fileIn('resolved');
  await appendToLog({ ...api.services, keys: deriveKeys(secret) });
  const good = await run(settings());
  expect(good).toEqual({
    code: 0,
    lines: [
      'Looked at 3 events of 1 complaints.',
      'Looked at 0 events of feedback.',
      'Looked at 2 entries of the audit trail.',
      'Looked at 5 entries of the log; 0 are tombstones of what was erased or removed.',
      'Everything is as it was written.',
    ],
  });

  await api.pool.query(`update complaint set state = 'in_progress' where id = $1`, [id]);
  const bad = await run(settings());
  expect(bad.code).toBe(1);
  expect(bad.lines[0]).toContain((await rowOf(api, id)).row.trackingId);
  expect(bad.lines.at(-1)).toMatch(/^\d faults? found\.$/u);
  await api.pool.query(`update complaint set state = 'resolved' where id = $1`, [id]);
});

test(
  'verify-log reads the embedded database, whether or not its server runs, and creates none',
  { tags: 'full' },
  async () => {
    const place = { DATA_DIR: folder, SECRET_KEY: `kept:${secret.toString('hex')}` };
    expect(await run(place)).toEqual({
      code: 1,
      lines: [expect.stringContaining(`There is no database in ${folder}. Set DATA_DIR to`)],
    });
    const open = await openDatabase({ databaseUrl: undefined, dataDir: folder });
    expect(await run(place)).toEqual({ code: 1, lines: [`There are no complaints in this database yet.`] });
    await migrateDatabase(open.pool);
    const fine = { code: 0, lines: expect.arrayContaining(['Everything is as it was written.']) as string[] };
    expect(await run(place)).toEqual(fine);
    await open.close();
    expect(await run(place)).toEqual(fine);
  },
);

test('verify-log refuses a database of another version in one line that says what to do', async () => {
  await api.pool.query('alter table complaint rename column title to elsewhere');

  const { code, lines } = await run(settings());

  await api.pool.query('alter table complaint rename column elsewhere to title');
  expect([code, lines]).toEqual([
    1,
    ['The database is of another version. Start the server once: it brings it up to date.'],
  ]);
});

test('verify-log refuses a faulty setting in one line', async () => {
  const { code, lines } = await run({ DATABASE_URL: 'mysql://x' });
  expect([code, lines.length]).toEqual([1, 1]);
});
