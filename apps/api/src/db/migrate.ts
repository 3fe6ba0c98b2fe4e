import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { packageFolder } from '../config/package-folder.ts';
import { StartupError } from '../config/startup-error.ts';
import { requireNoPartialRestore } from './restore-marker.ts';
import { buildIndexes } from './build-indexes.ts';
import { maintenancePool } from './database.ts';
import { asOwner } from './ownership.ts';

export const migrationsFolder = path.join(packageFolder, 'src/db/migrations');

/** Key of the advisory lock that processes starting at once take turns on. */
const lock = 7_220_412_901;

/**
 * Takes the lock by polling. Waiting inside a statement would block `create index concurrently` of the process that holds the
 * lock, which waits for all running statements.
 */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    if (rows[0]?.taken === true) return;
    await sleep(50 + Math.random() * 50);
  }
}

/** Table of the applied migrations. */
export const journal = 'drizzle.__drizzle_migrations';

export interface Migrated {
  /** Number of migrations applied by this call. */
  readonly applied: number;
  /** Whether the database was empty before. */
  readonly fresh: boolean;
}

/**
 * `lock_timeout` of a migration. Less than `deadlock_timeout` (1 s), so that in a deadlock with a running server the migration
 * gives way.
 */
const lockPatience = '500ms';

/** `lock_timeout` after 30 s of retries: PostgreSQL cancels an autovacuum only for a statement that has waited for 1 s. */
const longPatience = '3s';

/** Total time of retries, in milliseconds. */
const yieldsFor = 5 * 60_000;

/** Retries the work while others hold the locks that it needs. */
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

/** Whether the error is a lock timeout or a deadlock. */
function isHeldUp(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return ['55P03', '40P01'].includes(code ?? cause?.code ?? '');
}

const heldUp =
  'The schema could not be brought up to this version: others held its tables for 5 minutes. Look for long transactions in the database of DATABASE_URL, and start again.';

/**
 * Applies the missing migrations in one transaction, which gives way to running servers. Indexes are built before it.
 * @throws StartupError when the schema is newer than the program or has another history, when the role lacks the right, or
 * when a restore into the database is unfinished.
 */
export async function migrateDatabase(pool: pg.Pool, folder: string = migrationsFolder): Promise<Migrated> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  // Building an index over a large table may take minutes.
  const maintenance = maintenancePool(pool);
  const client = await maintenance.connect();
  try {
    await takeTurn(client);
    await requireNoPartialRestore(client);
    // Without a lock timeout: a concurrent build blocks nobody while it waits.
    await retryWhileLocked(() => asOwner(() => buildAhead(client, known)));
    return await retryWhileLocked((patience) =>
      asOwner(async () => {
        await client.query(`set lock_timeout = '${patience}'`);
        const before = await readJournal(client);
        requireSameHistory(before, known);
        await migrate(drizzle(client), { migrationsFolder: folder });
        return { applied: known.length - before.length, fresh: before.length === 0 };
      }),
    );
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
    await maintenance.end();
  }
}

async function buildAhead(client: pg.PoolClient, known: readonly MigrationMeta[]): Promise<void> {
  const before = await readJournal(client);
  requireSameHistory(before, known);
  if (before.length > 0) await buildIndexes(client, known.slice(before.length));
}

/**
 * Runs the work while no other process migrates this database or restores into it.
 * @throws StartupError when the role may not make tables.
 */
export async function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const maintenance = maintenancePool(pool);
  const client = await maintenance.connect();
  try {
    await takeTurn(client);
    return await asOwner(() => work(client));
  } finally {
    client.release(true);
    await maintenance.end();
  }
}

/** A migration that was applied to a database or backup. */
export interface AppliedMigration {
  readonly hash: string;
}

/** Hash of the newest migration of this program. */
export function newestMigration(folder: string = migrationsFolder): string {
  return readMigrationFiles({ migrationsFolder: folder }).at(-1)?.hash ?? '';
}

/**
 * Splits the migrations of this program into those applied and those missing.
 * @throws StartupError when others were applied; `whose` names the place, such as 'backup'.
 */
export function requireKnownMigrations(
  applied: readonly AppliedMigration[],
  whose = 'database',
  folder: string = migrationsFolder,
): { readonly same: MigrationMeta[]; readonly further: MigrationMeta[] } {
  const known = readMigrationFiles({ migrationsFolder: folder });
  requireSameHistory(applied, known, whose);
  return { same: known.slice(0, applied.length), further: known.slice(applied.length) };
}

/** Applies migrations inside the current transaction and records them as Drizzle's migrator does. */
export async function applyMigrations(client: pg.ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of steps) {
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${journal} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
}

interface JournalRow {
  readonly hash: string;
  readonly created_at: string;
}

async function readJournal(client: pg.PoolClient): Promise<readonly JournalRow[]> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [journal]);
  if (rows[0]?.there !== true) return [];
  return (await client.query<JournalRow>(`select hash, created_at from ${journal} order by created_at, id`)).rows;
}

/** Where else to point the program: settings name a database, a person names a backup. */
const elsewhere = (whose: string) =>
  whose === 'database' ? ', or name another database in DATABASE_URL or DATA_DIR' : '';

function requireSameHistory(
  applied: readonly AppliedMigration[],
  known: readonly MigrationMeta[],
  whose = 'database',
): void {
  if (applied.length > known.length) {
    throw new StartupError(
      `The ${whose} was made by a newer version of this program (${applied.length} schema steps; this version knows ${known.length}). Start that version or a newer one${elsewhere(whose)}.`,
    );
  }
  const other = applied.findIndex((row, index) => row.hash !== known[index]?.hash);
  if (other >= 0) {
    throw new StartupError(
      `The ${whose} was made by another version of this program (schema step ${other + 1} differs). Start that version${elsewhere(whose) || `, or use another ${whose}`}.`,
    );
  }
}
