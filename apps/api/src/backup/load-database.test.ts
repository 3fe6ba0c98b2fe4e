import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDiskFiles } from '../files/disk-files.ts';
import { backUp, emptyPlace, type EmptyPlace, restore, testKey } from '../../test/support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { leftOut, listTables } from './snapshot.ts';

// Restores as a version that knows one migration more than the version that made the backup.
vi.mock(import('../db/migrate.ts'), async (original) => {
  const migrate = await original();
  const newer = { sql: [`alter table mda add slug text default 'none'`], hash: 'newer', folderMillis: 1, bps: true };
  return {
    ...migrate,
    requireKnownMigrations: (...words: Parameters<typeof migrate.requireKnownMigrations>) => {
      const { same, further } = migrate.requireKnownMigrations(...words);
      return { same, further: [...further, newer] };
    },
  };
});

let source: TestDatabase;
let place: EmptyPlace;
let folder: string;

beforeAll(async () => {
  source = await createTestDatabase();
  place = await emptyPlace();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-older-'));
});
afterAll(async () => {
  await place.close();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup of an older version is migrated once its rows are loaded', async () => {
  await source.pool.query(`insert into mda (id, name, created_at) values (gen_random_uuid(), 'Water', now())`);
  await source.pool.query('insert into installation (id) values (gen_random_uuid())');
  const files = await openDiskFiles(path.join(folder, 'files'));
  await backUp({ database: source, files, key: testKey }, path.join(folder, 'backups'));

  await restore(path.join(folder, 'backups'), place);

  const { pool } = place.database;
  expect((await pool.query('select name, slug from mda')).rows).toEqual([{ name: 'Water', slug: 'none' }]);
  const { rows } = await pool.query('select hash from drizzle.__drizzle_migrations order by id desc limit 1');
  expect(rows).toEqual([{ hash: 'newer' }]);
});

test('a backup lists tables after those they refer to, and none refers to a table left out', async () => {
  const { pool } = place.database;
  const client = await pool.connect();
  try {
    const names = (await listTables(client)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...leftOut]));
    const { rows } = await client.query<{ from: string; to: string }>(
      `select c.relname as from, p.relname as to from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
       where k.contype = 'f' and c.oid <> p.oid and c.relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { from, to } of rows) expect([from, names.indexOf(to) < names.indexOf(from)]).toEqual([from, true]);
    expect(rows.filter(({ from, to }) => leftOut.includes(to) && !leftOut.includes(from))).toEqual([]);
  } finally {
    client.release();
  }
});
