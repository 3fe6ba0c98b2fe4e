import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupSpot } from './backup-store.ts';
import { writePacked } from './entries.ts';
import type { Entry, Manifest, TableEntry } from './manifest.ts';

/* Reads the database at one moment, in one transaction, while others go on writing. */

/** Tables left out: a restored session might have been ended since, and the others are short-lived. */
export const leftOut: readonly string[] = [
  'session',
  'one_time_code',
  'throttle',
  'network_key',
  'announcement',
  'upload',
];

/** Begins a read-only transaction on the present state of the database. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  // The format must not depend on settings of this server.
  await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex';
    set local intervalstyle = 'iso_8601'; set local extra_float_digits = 1`);
}

type Columns = Pick<TableEntry, 'name' | 'columns'>;

/** Lists our tables, each after those its rows refer to. Generated columns are left out. */
export async function listTables(client: pg.ClientBase): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(`
    with recursive ours as (
      select c.oid, c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), depth as (
      select oid, 0 as steps from ours
      union select k.conrelid, steps + 1 from depth join pg_constraint k on k.confrelid = depth.oid
      where k.contype = 'f' and k.conrelid <> k.confrelid and steps < 100
    )
    select name, (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = ours.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from ours join depth using (oid) group by oid, name order by max(steps), name`);
  return rows;
}

/** Names a table and its columns for COPY. */
export function copyTarget({ name, columns }: Columns): string {
  return `public."${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
}

/** Writes every table. */
export async function writeTables(client: pg.ClientBase, spot: BackupSpot, report: (line: string) => void) {
  const entries: TableEntry[] = [];
  for (const table of (await listTables(client)).filter(({ name }) => !leftOut.includes(name))) {
    const { rows, data } = await copyOut(client, spot, `tables/${table.name}.gz`, copyTarget(table));
    entries.push({ ...table, rows, data });
    if (rows >= 100_000) report(`${table.name}: ${rows} rows.`);
  }
  return entries;
}

/** Writes the list of files from their rows at this moment. */
export function writeFileIndex(client: pg.ClientBase, spot: BackupSpot): Promise<{ rows: number; data: Entry }> {
  return copyOut(client, spot, 'files.gz', `(select storage_key, encode(sha256, 'hex'), size from file)`);
}

async function copyOut(client: pg.ClientBase, spot: BackupSpot, name: string, source: string) {
  const rows = client.query(copyTo(`copy ${source} to stdout`));
  const data = await writePacked(spot, name, rows);
  return { rows: rows.rowCount, data };
}

/** Reads the state of every sequence that was used. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return rows;
}
