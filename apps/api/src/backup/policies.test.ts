import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { backUp, emptyPlace, type EmptyPlace, installationOf, restore } from '../../test/support/backups.ts';
import { createScene } from '../../test/support/complaints.ts';

let api: TestApp;
let place: EmptyPlace;
let folder: string;

beforeAll(async () => {
  api = await createTestApp();
  place = await emptyPlace();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-policies-'));
});
afterAll(async () => {
  await place.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Counts the rows that a connection without a scope sees. */
async function seenByNobody({ options }: pg.Pool): Promise<number | null> {
  const { connectionString } = options as { connectionString: string };
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query('select from complaint')).rowCount;
  } finally {
    await client.end();
  }
}

test('row-level security hides no rows from a backup, and applies again after a restore', async () => {
  const scene = await createScene(api);
  await scene.fileIn('resolved');
  await scene.fileIn('received');
  expect(await seenByNobody(api.pool)).toBe(0);
  const { manifest } = await backUp(installationOf(api), folder);
  expect(manifest.tables.find(({ name }) => name === 'complaint')?.rows).toBe(2);
  await restore(folder, place);
  expect((await place.database.pool.query('select from complaint')).rowCount).toBe(2);
  expect(await seenByNobody(place.database.pool)).toBe(0);
});
