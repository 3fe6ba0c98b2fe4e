import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations, requireKnownMigrations } from '../db/migrate.ts';
import { restoreMarkerSchema } from '../db/restore-marker.ts';
import { StartupError } from '../config/startup-error.ts';
import { alteredEntry, openPacked } from './entries.ts';
import type { BackupSpot } from './store/backup-store.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { copyWords, listTables } from './snapshot.ts';
import { withoutGuards } from './table-guards.ts';

/*
 * Loads an empty database from a backup in one transaction: nothing is there until it commits.
 */

/** Finds a table that neither the job library nor the marker of a restore put there. */
export async function findTable(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$|graphile_worker$)' and n.nspname <> $1
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`,
    [restoreMarkerSchema],
  );
  return rows[0]?.name;
}

/** @throws StartupError when the database holds a table already. */
export async function requireEmptyDatabase(client: pg.ClientBase): Promise<void> {
  const table = await findTable(client);
  if (table === undefined) return;
  throw new StartupError(
    `The database is not empty (it holds ${table}). A backup is restored into an empty one: name it in DATABASE_URL, or set DATA_DIR to an empty folder.`,
  );
}

/** Loads everything at the schema of the backup, applies newer migrations, and commits. */
export async function loadDatabase(client: pg.ClientBase, spot: BackupSpot, manifest: Manifest): Promise<void> {
  const { same, further } = requireKnownMigrations(manifest.migrations, 'backup');
  await client.query('begin');
  try {
    await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'`);
    await applyMigrations(client, same);
    await withoutGuards(client, () => loadTables(client, spot, manifest));
    for (const { name, value, called } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [`public."${name}"`, value, called]);
    }
    await deleteGoneFiles(client, manifest.files.gone);
    await applyMigrations(client, further);
    await enqueueJobs(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function loadTables(client: pg.ClientBase, spot: BackupSpot, { tables }: Manifest): Promise<void> {
  // Migrations insert rows that the backup holds as well.
  const names = (await listTables(client)).map(({ name }) => `public."${name}"`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of await inOrder(client, tables)) {
    const into = client.query(copyFrom(`copy ${copyWords(table)} from stdin`));
    await pipeline(await openPacked(spot, table.data), into);
    if (into.rowCount !== table.rows) throw alteredEntry(spot, table.data.name);
  }
}

/** Sorts tables so that each comes after those its rows refer to. */
export async function inOrder<T extends Pick<TableEntry, 'name'>>(
  client: pg.ClientBase,
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select c.relname as from, p.relname as to from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid and c.relnamespace = 'public'::regnamespace`);
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: T[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ name }) => !rows.some((row) => row.from === name && left.has(row.to)));
    if (ready.length === 0) throw new Error(`Tables point to each other in a circle: ${[...left.keys()].join(', ')}.`);
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Deletes the rows of files that were removed while the backup was made. */
async function deleteGoneFiles(client: pg.ClientBase, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const gone = 'select id from file where storage_key = any($1)';
  await client.query(`update account set photo_id = null where photo_id in (${gone})`, [keys]);
  await client.query(`update mda set logo_id = null where logo_id in (${gone})`, [keys]);
  await client.query('delete from file where storage_key = any($1)', [keys]);
}

/** Enqueues again what waiting jobs may have been about: jobs are in no backup. */
async function enqueueJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`select graphile_worker.add_job('recompute-sla-timers', '{"mdaId":null}')`);
}
