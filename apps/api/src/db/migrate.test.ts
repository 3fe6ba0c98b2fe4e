import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isOpen, openStates, states } from '@baraza/contract/complaint/lifecycle';
import { migrateJobs } from '../jobs/jobs.ts';
import { StartupError } from '../config/startup-error.ts';
import { asServerAdministrator, createTestDatabase, type TestDatabase } from '../../test/support/server/database.ts';
import { connectDatabase } from './database.ts';
import { migrateDatabase, migrationsFolder } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-migrations-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});

afterEach(() => database.drop());

/** Writes a folder of migrations as drizzle-kit would. */
async function migrations(...steps: string[]): Promise<string> {
  const target = await mkdtemp(path.join(folder, 'set-'));
  const entries = steps.map((_, idx) => ({
    idx,
    version: '7',
    when: 1_000 + idx,
    tag: `000${idx}_step`,
    breakpoints: true,
  }));
  await cp(migrationsFolder, target, { recursive: true, filter: (source) => !source.endsWith('.sql') });
  await writeFile(
    path.join(target, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  await Promise.all(steps.map((sql, idx) => writeFile(path.join(target, `000${idx}_step.sql`), sql)));
  return target;
}

test('a first migration creates the whole schema, a second changes nothing', async () => {
  const journal = JSON.parse(await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: unknown[];
  };
  const first = await migrateDatabase(database.pool);
  expect(first).toBe(journal.entries.length);
  expect(first).toBeGreaterThan(0);
  expect(await migrateDatabase(database.pool)).toBe(0);
});

test('the schema names the states of a complaint as the contract does', async () => {
  await migrateDatabase(database.pool);
  const { rows } = await database.pool.query<{ name: string; text: string }>(`
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conname = 'complaint_state'
    union all select relname, pg_get_expr(indpred, indrelid) from pg_index join pg_class on oid = indexrelid
      where relname in ('complaint_open', 'complaint_mda_open', 'complaint_due', 'complaint_mda_due', 'complaint_closed', 'complaint_mda_closed')`);
  const named = Object.fromEntries(rows.map(({ name, text }) => [name, text.match(/(?<=')\w+(?=')/gu)?.toSorted()]));
  const [all, open] = [states.toSorted(), openStates.toSorted()];
  const closed = all.filter((state) => !isOpen(state));
  expect(named).toEqual({
    complaint_state: all,
    complaint_open: open,
    complaint_mda_open: open,
    complaint_due: open,
    complaint_mda_due: open,
    complaint_closed: closed,
    complaint_mda_closed: closed,
  });
});

test('every table has a comment', async () => {
  await migrateDatabase(database.pool);
  const { rows } = await database.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid) is null`,
  );
  expect(rows).toEqual([]);
});

test('four processes that start at once migrate one after another', async () => {
  const others = Array.from({ length: 4 }, () => connectDatabase({ connectionString: database.url }));
  try {
    const results = await Promise.all(others.map(({ pool }) => migrateDatabase(pool)));
    expect(results.filter((applied) => applied > 0)).toHaveLength(1);
  } finally {
    await Promise.all(others.map(({ close }) => close()));
  }
});

test('a failed migration leaves nothing behind and frees the lock', async () => {
  const broken = await migrations('create table one (id int)', 'create table two (id nonsense)');
  await expect(migrateDatabase(database.pool, broken)).rejects.toThrow('type "nonsense" does not exist');
  const { rows } = await database.pool.query(`select to_regclass('one') as one`);
  expect(rows).toEqual([{ one: null }]);
  const mended = await migrations('create table one (id int)', 'create table two (id int)');
  expect(await migrateDatabase(database.pool, mended)).toBe(2);
});

test('only missing migrations are applied', async () => {
  await migrateDatabase(database.pool, await migrations('create table one (id int)'));
  const longer = await migrations('create table one (id int)', 'create table two (id int)');
  expect(await migrateDatabase(database.pool, longer)).toBe(1);
});

test('a migration in a deadlock with a running server gives way, and completes afterwards', async () => {
  const steps = ['create table one (id int)', 'create table two (id int)'];
  await migrateDatabase(database.pool, await migrations(...steps));
  const folder = await migrations(
    ...steps,
    'alter table one add column more int;--> statement-breakpoint\nalter table two add column more int',
  );
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query('select from two');
  const migrated = migrateDatabase(database.pool, folder);
  const waits = `select 1 from pg_locks where not granted and relation = 'two'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect((await other.query(waits)).rowCount).toBe(1), { timeout: 10_000, interval: 5 });
  await other.query('select from one');
  await other.query('commit');
  other.release();
  expect(await migrated).toBe(1);
});

const one = 'create table one (id int, word text)';
const index = 'create index if not exists "one_word" on "one" (word)';

async function validIndexes(): Promise<boolean[]> {
  const { rows } = await database.pool.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('one_word')`,
  );
  return rows.map(({ valid }) => valid);
}

test('an index is built while others write, and a second process waits without blocking the build', async () => {
  await migrateDatabase(database.pool, await migrations(one));
  const longer = await migrations(one, index);
  const writer = await database.pool.connect();
  await writer.query('begin');
  await writer.query(`insert into one values (1, 'first')`);
  const both = [migrateDatabase(database.pool, longer), migrateDatabase(database.pool, longer)];
  // The build has begun and waits for the writer alone.
  await vi.waitFor(async () => expect(await validIndexes()).toEqual([false]), { timeout: 10_000 });
  await database.pool.query(`insert into one values (2, 'second')`);
  await writer.query('commit');
  writer.release();
  expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await validIndexes()).toEqual([true]);
});

test('a half-built index is rebuilt, and an index over a new column is left to its migration', async () => {
  await migrateDatabase(database.pool, await migrations(one));
  await database.pool.query(`insert into one values (1, 'same'), (2, 'same')`);
  // A failed build leaves an invalid index behind.
  await expect(database.pool.query('create unique index concurrently one_word on one (word)')).rejects.toThrow(
    'unique',
  );
  expect(await validIndexes()).toEqual([false]);
  const own =
    'alter table one add column more text;--> statement-breakpoint\ncreate index if not exists "one_more" on "one" (more)';
  expect(await migrateDatabase(database.pool, await migrations(one, index, own))).toBe(2);
  expect(await validIndexes()).toEqual([true]);
  const { rows } = await database.pool.query(
    `select indisvalid, indisunique from pg_index where indrelid = 'one'::regclass`,
  );
  expect(rows).toEqual([
    { indisvalid: true, indisunique: false },
    { indisvalid: true, indisunique: false },
  ]);
});

test('a schema newer than the program is refused', async () => {
  await migrateDatabase(database.pool, await migrations('create table one (id int)', 'create table two (id int)'));
  const older = await migrations('create table one (id int)');
  await expect(migrateDatabase(database.pool, older)).rejects.toThrow(
    'The database was made by another version of this program. Use that version or a newer one, or name another',
  );
});

test('a schema with another history is refused', async () => {
  await migrateDatabase(database.pool, await migrations('create table one (id int)'));
  const other = await migrations('create table one (id bigint)', 'create table two (id int)');
  await expect(migrateDatabase(database.pool, other)).rejects.toThrow('made by another version');
});

test('a role that may not create tables is reported in one line', async () => {
  const role = `guest_${randomBytes(4).toString('hex')}`;
  await asServerAdministrator(`create role ${role} login`);
  const guest = connectDatabase({ connectionString: database.url.replace('user=baraza', `user=${role}`) });
  try {
    const { log } = Fastify();
    for (const step of [() => migrateDatabase(guest.pool), () => migrateJobs(guest.pool, log)]) {
      const failure = await step().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartupError);
      expect(String(failure)).toContain('may not create tables in this database. Make it the owner: ');
    }
  } finally {
    await guest.close();
    await asServerAdministrator(`drop role ${role}`);
  }
});
