import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { createScene, rowOf } from '../../test/support/complaints.ts';

const program = fileURLToPath(new URL('verify-history.ts', import.meta.url));

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

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

/** Runs the program as `npm run verify-history` does. */
function run(environment: Record<string, string>, ...words: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trim().split('\n') });
    });
  });
}

test('ends with 0 when all is well, and with 1 and a line for each fault', async () => {
  const scene = await createScene(api);
  const id = await scene.fileIn('resolved');
  const { connectionString } = api.pool.options as { connectionString: string };
  const good = await run({ DATABASE_URL: connectionString });
  expect(good).toEqual({
    code: 0,
    lines: [
      'Looked at 3 events of 1 complaints.',
      'Looked at 2 entries of the audit trail.',
      expect.stringMatching(/^Keep this elsewhere, to check against later: --heads='(\d+:\d+:[0-9a-f]{32} ?)+'$/u),
      'Every history is as it was written.',
    ],
  });

  await api.pool.query(`update complaint set state = 'in_progress' where id = $1`, [id]);
  const bad = await run({ DATABASE_URL: connectionString });
  expect(bad.code).toBe(1);
  expect(bad.lines[0]).toContain((await rowOf(api, id)).row.trackingId);
  expect(bad.lines.at(-1)).toMatch(/^\d faults found\.$/u);
});

test('looks at the embedded database, whether or not the server runs, and makes none', async () => {
  expect(await run({ DATA_DIR: folder })).toEqual({ code: 1, lines: [`There is no database in ${folder}.`] });
  const open = await openDatabase({ databaseUrl: undefined, dataDir: folder });
  expect(await run({ DATA_DIR: folder })).toEqual({
    code: 1,
    lines: [`There are no complaints in this database yet.`],
  });
  await migrateDatabase(open.pool);
  const fine = {
    code: 0,
    lines: [
      'Looked at 0 events of 0 complaints.',
      'Looked at 0 entries of the audit trail.',
      'Every history is as it was written.',
    ],
  };
  expect(await run({ DATA_DIR: folder })).toEqual(fine);
  await open.close();
  expect(await run({ DATA_DIR: folder })).toEqual(fine);
});

test('finds that the whole trail was written anew, by the line that was kept', async () => {
  const { connectionString } = api.pool.options as { connectionString: string };
  await api.pool.query(`update complaint set state = 'resolved'`);
  const { lines } = await run({ DATABASE_URL: connectionString });
  const heads = lines.find((it) => it.startsWith('Keep'))?.replace(/^.*(--heads=)'(.*)'$/u, '$1$2') ?? '';
  expect((await run({ DATABASE_URL: connectionString }, heads)).code).toBe(0);
  const anew = heads.replace(/[0-9a-f]{32}/u, '0'.repeat(32));
  const { code, lines: found } = await run({ DATABASE_URL: connectionString }, anew);
  expect([code, found[0]]).toEqual([1, expect.stringMatching(/^audit chain \d+ entry \d+ altered: /u)]);
  const unknown = await run({ DATABASE_URL: connectionString }, '--heads=nonsense');
  expect(unknown).toEqual({ code: 1, lines: [expect.stringContaining('names no heads')] });
  expect((await run({ DATABASE_URL: connectionString }, '--wrong')).lines).toHaveLength(1);
});

test('a bad setting is one line', async () => {
  const { code, lines } = await run({ DATABASE_URL: 'mysql://x' });
  expect([code, lines.length]).toEqual([1, 1]);
});
