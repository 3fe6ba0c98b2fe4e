import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, migrationsFolder } from '../db/migrate.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { backUp, contentsOf, emptyPlace, type EmptyPlace, restore, testKey } from '../../test/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { inOrder } from './load-database.ts';
import { leftOut, listTables } from './snapshot.ts';

let old: TestDatabase;
let place: EmptyPlace;
let folder: string;

beforeAll(async () => {
  old = await createTestDatabase({ empty: true });
  place = await emptyPlace();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-old-'));
});
afterAll(async () => {
  await place.close();
  await old.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The steps of the schema as they were when there were so many of them. */
async function firstSteps(count: number): Promise<string> {
  const steps = path.join(folder, 'steps');
  await cp(migrationsFolder, steps, { recursive: true });
  const file = path.join(steps, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return steps;
}

test('a backup of an older version is brought up to this one, once', async () => {
  await migrateDatabase(old.pool, await firstSteps(8));
  const mda = crypto.randomUUID();
  await old.pool.query(`insert into mda (id, name, created_at) values ($1, 'Water', now())`, [mda]);
  await old.pool.query('insert into installation (id) values ($1)', [crypto.randomUUID()]);
  const files = await openDiskFiles(path.join(folder, 'files'));
  const { manifest } = await backUp({ database: old, files, key: testKey }, path.join(folder, 'backups'));
  expect(manifest.migrations).toHaveLength(8);
  await restore(path.join(folder, 'backups'), place);
  const { pool } = place.database;
  expect((await pool.query('select name from mda')).rows).toEqual([{ name: 'Water' }]);
  const after = await contentsOf(pool);
  expect(await migrateDatabase(pool)).toEqual({ applied: 0, fresh: false });
  expect(await contentsOf(pool)).toEqual(after);
  const { rows } = await pool.query('select count(*)::int as steps from drizzle.__drizzle_migrations');
  expect(rows[0].steps).toBeGreaterThan(8);
});

test('every table can be loaded after those it points to, and none points to one that is left out', async () => {
  const { pool } = place.database;
  const client = await pool.connect();
  try {
    const tables = await listTables(client);
    const ordered = (await inOrder(client, tables)).map(({ name }) => name);
    expect(ordered).toHaveLength(tables.length);
    expect(ordered.indexOf('account')).toBeLessThan(ordered.indexOf('complaint'));
    const { rows } = await client.query<{ from: string; to: string }>(
      `select c.relname as from, p.relname as to from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid where k.contype = 'f'`,
    );
    expect(rows.filter((row) => leftOut.includes(row.to) && !leftOut.includes(row.from))).toEqual([]);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining([...leftOut]));
  } finally {
    client.release();
  }
});
