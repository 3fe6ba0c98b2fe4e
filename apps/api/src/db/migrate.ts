import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { packageFolder } from '../config/package-folder.ts';
import { StartupError } from '../config/startup-error.ts';
import { withMaintenance } from './database.ts';

export const migrationsFolder = path.join(packageFolder, 'src/db/migrations');

/** Key of the advisory lock that processes starting at once take turns on. */
const lock = 7_220_412_901;

/** Takes the lock by polling: a waiting statement would block the `create index concurrently` of the process that holds it. */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    if (rows[0]?.taken === true) return;
    await sleep(50 + Math.random() * 50);
  }
}

export const journal = 'drizzle.__drizzle_migrations';

/** Less than `deadlock_timeout` (1 s): in a deadlock with a running server the migration gives way. */
const lockPatience = '500ms';

/** `lock_timeout` after 30 s of retries: PostgreSQL cancels an autovacuum only for a statement that has waited for 1 s. */
const longPatience = '3s';

/** Total time of retries, in milliseconds. */
const yieldsFor = 5 * 60_000;

async function retryWhileLocked<T>(work: (patience: string) => Promise<T>): Promise<T> {
  for (const began = Date.now(); ; await sleep(100 + Math.random() * 400)) {
    try {
      return await work(Date.now() - began > 30_000 ? longPatience : lockPatience);
    } catch (error) {
      if (!isHeldUp(error)) throw error;
      if (Date.now() - began > yieldsFor) throw new StartupError(heldUp);
    }
  }
}

const isHeldUp = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

const heldUp =
  'The schema could not be brought up to this version: others held its tables for 5 minutes. Look for long transactions in the database of DATABASE_URL, and start again.';

/** Applies the missing migrations in one transaction, which gives way to running servers. Returns how many. */
export function migrateDatabase(pool: pg.Pool, folder: string = migrationsFolder): Promise<number> {
  return withMigrationLock(pool, async (client) => {
    const applied = (await hasTable(client, journal)) ? await readJournal(client) : [];
    const { same, further } = requireKnownMigrations(applied, 'database', folder);
    // Without a lock timeout: a concurrent build blocks nobody while it waits.
    if (same.length > 0) await retryWhileLocked(() => buildIndexes(client, further));
    if (further.length === 0) return 0;
    await retryWhileLocked(async (patience) => {
      await client.query(`begin; set local lock_timeout = '${patience}'`);
      try {
        await applyMigrations(client, further);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });
    return further.length;
  });
}

/** Runs the work while no other process migrates this database or restores into it. */
export function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withMaintenance(pool, async (client) => {
    await takeTurn(client);
    return asOwner(() => work(client));
  });
}

/** Hash of the newest migration of this program. */
export function newestMigration(folder: string = migrationsFolder): string {
  return readMigrationFiles({ migrationsFolder: folder }).at(-1)?.hash ?? '';
}

/** Splits the migrations of this program into applied and missing ones. @throws StartupError when others were applied. */
export function requireKnownMigrations(
  applied: readonly Pick<MigrationMeta, 'hash'>[],
  whose = 'database',
  folder: string = migrationsFolder,
): { readonly same: MigrationMeta[]; readonly further: MigrationMeta[] } {
  const known = readMigrationFiles({ migrationsFolder: folder });
  if (!applied.every((row, index) => row.hash === known[index]?.hash)) {
    // Settings name a database, a person names a backup.
    const elsewhere = whose === 'database' ? ', or name another database in DATABASE_URL or DATA_DIR' : '';
    throw new StartupError(
      `The ${whose} was made by another version of this program. Use that version or a newer one${elsewhere}.`,
    );
  }
  return { same: known.slice(0, applied.length), further: known.slice(applied.length) };
}

/** Applies migrations inside the current transaction and records them as Drizzle's migrator does. */
export async function applyMigrations(client: pg.ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql, hash, folderMillis } of steps) {
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${journal} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
}

/** Reads the migrations that were applied to a database. */
export async function readJournal(client: pg.ClientBase): Promise<{ hash: string; createdAt: number }[]> {
  const { rows } = await client.query<{ hash: string; createdAt: number }>(
    `select hash, created_at::float8 as "createdAt" from ${journal} order by created_at, id`,
  );
  return rows;
}

/* A migration would block writers while it builds an index, so each `create index if not exists` is built concurrently before it. */

const form = /^\s*create index if not exists "(\w+)" on "(\w+)"/iu;

/** Builds the indexes of missing migrations whose table and columns exist already. Not inside a transaction. */
async function buildIndexes(client: pg.ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  for (const statement of steps.flatMap(({ sql }) => sql)) {
    const [, index, table] = form.exec(statement) ?? [];
    if (index === undefined || table === undefined || !(await hasTable(client, table))) continue;
    if (await isInvalid(client, index)) await client.query(`drop index concurrently "${index}"`);
    try {
      await client.query(statement.replace(/create index/iu, 'create index concurrently'));
    } catch (error) {
      if ((error as { code?: string }).code !== undefinedColumn) throw error;
    }
  }
}

/** SQLSTATE when the migration itself adds the column. */
const undefinedColumn = '42703';

export type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** Whether the database has a table. */
export async function hasTable(client: Queryable, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
}

/** Whether an earlier build was cut off: such an index is maintained but never used. */
async function isInvalid(client: pg.ClientBase, index: string): Promise<boolean> {
  const question = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid';
  return (await client.query(question, [index])).rowCount === 1;
}

/** Runs what makes or changes tables. @throws StartupError when the database does not let the role do that. */
export async function asOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForbidden(error) && !(error instanceof Error && isForbidden(error.cause))) throw error;
    throw new StartupError(
      'The role in DATABASE_URL may not create tables in this database. Make it the owner: ALTER DATABASE <name> OWNER TO <role>;',
    );
  }
}

const isForbidden = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42501';
