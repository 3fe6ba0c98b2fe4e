import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { packageFolder } from '../config/package-folder.ts';
import { StartupError } from '../config/startup-error.ts';
import { requireArrived } from './restore-marker.ts';
import { buildIndexes } from './build-indexes.ts';
import { maintenancePool } from './database.ts';
import { asOwner } from './ownership.ts';

export const migrationsFolder = path.join(packageFolder, 'src/db/migrations');

/** Any number, as long as it is ours: several processes that start at once take turns on it. */
const lock = 7_220_412_901;

/**
 * Waits for the turn, asking again and again: whoever waited inside a statement would hold up the index that is built meanwhile,
 * which waits for all statements under way.
 */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    if (rows[0]?.taken === true) return;
    await sleep(50 + Math.random() * 50);
  }
}

/** Where the steps that were put in are written down. */
export const journal = 'drizzle.__drizzle_migrations';

export interface Migrated {
  /** How many migrations were put in just now. */
  readonly applied: number;
  /** Whether the database was empty before. */
  readonly fresh: boolean;
}

/**
 * How long a step waits for a table that others use. Less than the second after which PostgreSQL looks for a deadlock: where a
 * server that works on meanwhile and the migration wait for each other, it is the migration that gives way.
 */
const lockPatience = '500ms';

/** How long after half a minute of that: PostgreSQL ends an autovacuum for whoever has waited for it for a second. */
const longPatience = '3s';

/** How long it goes on giving way, in milliseconds. */
const yieldsFor = 5 * 60_000;

/** Does everything again, from the first step, when others held what it needs. */
async function yielding<T>(work: (patience: string) => Promise<T>): Promise<T> {
  for (const began = Date.now(); ; await sleep(100 + Math.random() * 400)) {
    try {
      return await work(Date.now() - began > 30_000 ? longPatience : lockPatience);
    } catch (error) {
      if (!isHeldUp(error)) throw error;
      if (Date.now() - began > yieldsFor) throw new StartupError(heldUp);
    }
  }
}

/** A lock that did not come in time, or a deadlock. */
function isHeldUp(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return ['55P03', '40P01'].includes(code ?? cause?.code ?? '');
}

const heldUp =
  'The schema could not be brought up to this version: others held its tables for 5 minutes. Look for long transactions in the database of DATABASE_URL, and start again.';

/**
 * Brings the schema up to what this program needs, all in one transaction, which gives way to whoever works on meanwhile. What takes
 * long, the indexes, is built before it.
 * @throws StartupError when the schema is newer than the program, its history is another one, the role may not, or half of a
 * restore is all there is.
 */
export async function migrateDatabase(pool: pg.Pool, folder: string = migrationsFolder): Promise<Migrated> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  // Building an index over a large table may take its time.
  const patient = maintenancePool(pool);
  const client = await patient.connect();
  try {
    await takeTurn(client);
    await requireArrived(client);
    // Beside others it may wait for as long as they take: that uses up nothing of the patience for what follows.
    await yielding(() => asOwner(() => buildAhead(client, known)));
    return await yielding((patience) =>
      asOwner(async () => {
        await client.query(`set lock_timeout = '${patience}'`);
        const before = await readJournal(client);
        requireSameHistory(before, known);
        await migrate(drizzle(client), { migrationsFolder: folder });
        return { applied: known.length - before.length, fresh: before.length === 0 };
      }),
    );
  } finally {
    // Closed, not given back: that ends the lock.
    client.release(true);
    await patient.end();
  }
}

async function buildAhead(client: pg.PoolClient, known: readonly MigrationMeta[]): Promise<void> {
  const before = await readJournal(client);
  requireSameHistory(before, known);
  if (before.length > 0) await buildIndexes(client, known.slice(before.length));
}

/**
 * Runs something while no other process migrates this database or fills it from a backup.
 * @throws StartupError when the role may not make tables.
 */
export async function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const patient = maintenancePool(pool);
  const client = await patient.connect();
  try {
    await takeTurn(client);
    return await asOwner(() => work(client));
  } finally {
    client.release(true);
    await patient.end();
  }
}

/** A step of the schema that was put in somewhere. */
export interface AppliedMigration {
  readonly hash: string;
}

/** The hash of the newest step that this program knows. */
export function newestMigration(folder: string = migrationsFolder): string {
  return readMigrationFiles({ migrationsFolder: folder }).at(-1)?.hash ?? '';
}

/**
 * What this program knows beyond the steps that were put in there.
 * @throws StartupError when there are steps that it does not know; `whose` is what they were found in.
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

/** Puts steps in inside the transaction that is under way, and writes them down as the migrator does. */
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

/** Of the database a setting says which one it is; of a backup the person does. */
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
