import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { journal } from '../db/migrate.ts';
import { type BackupSpot } from './store/backup-store.ts';
import { writeEntry } from './entries.ts';
import type { Entry, Manifest, TableEntry } from './manifest.ts';

/*
 * Reads the database as it is at one moment, inside one transaction that sees no later change, while others go on writing.
 */

/**
 * Tables left out of a backup. A restored session would open what its owner has closed since, and codes and throttles are over in
 * minutes. Everybody signs in again.
 */
export const leftOut: readonly string[] = ['session', 'one_time_code', 'throttle'];

/** Begins a read-only transaction that sees the database as it is now. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  // The format of the backup must not depend on settings of this server.
  await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex';
    set local intervalstyle = 'iso_8601'; set local extra_float_digits = 1`);
}

interface Columns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Lists our tables and their columns, without generated ones. */
export async function listTables(client: pg.ClientBase): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid, c.relname order by c.relname`);
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Names a table and its columns for COPY. */
export function copyWords({ name, columns }: Columns): string {
  return `public.${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** Writes every table. */
export async function writeTables(
  client: pg.ClientBase,
  spot: BackupSpot,
  report: (line: string) => void,
): Promise<TableEntry[]> {
  const tables = (await listTables(client)).filter(({ name }) => !leftOut.includes(name));
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const { rows, data } = await copyOut(client, spot, `tables/${table.name}.gz`, copyWords(table));
    entries.push({ name: table.name, columns: [...table.columns], rows, data });
    if (rows >= 100_000) report(`${table.name}: ${rows} rows.`);
  }
  return entries;
}

async function copyOut(
  client: pg.ClientBase,
  spot: BackupSpot,
  name: string,
  what: string,
): Promise<{ rows: number; data: Entry }> {
  const rows = client.query(copyTo(`copy ${what} to stdout`));
  const data = await writeEntry(spot, name, rows, true);
  return { rows: rows.rowCount, data };
}

/** Reads the state of every sequence. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`);
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(name)}`,
    );
    sequences.push({ name, value: state[0]?.value ?? '1', called: state[0]?.called ?? false });
  }
  return sequences;
}

export async function readMigrations(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    `select hash, created_at from ${journal} order by created_at, id`,
  );
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }));
}

/** The list of the files: what their rows say of them at this moment, by key, so that two lists can be read side by side. */
export async function writeFileIndex(client: pg.ClientBase, spot: BackupSpot): Promise<{ rows: number; data: Entry }> {
  return copyOut(
    client,
    spot,
    'files.gz',
    `(select storage_key, encode(sha256, 'hex'), size from file order by storage_key collate "C")`,
  );
}

/** Reads which installation it is, and the key of its marker in the file store; undefined before the first migration. */
export async function readInstallation(
  client: Pick<pg.ClientBase, 'query'> | pg.Pool,
): Promise<{ readonly id: string; readonly marker: string | null } | undefined> {
  const there = await client.query<{ there: boolean }>(
    `select to_regclass('public.installation') is not null as there`,
  );
  if (there.rows[0]?.there !== true) return undefined;
  const { rows } = await client.query<{ id: string; marker: string | null }>(
    'select id, marker_key as marker from installation',
  );
  return rows[0];
}
