import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations, requireKnownMigrations } from '../db/migrate.ts';
import type { BackupSpot } from './backup-store.ts';
import { alteredEntry, openPacked } from './entries.ts';
import type { Manifest } from './manifest.ts';
import { copyWords, listTables } from './snapshot.ts';

/** Loads an empty database at the backup's schema. Applies newer migrations too, all in one transaction. */
export async function loadDatabase(client: pg.ClientBase, spot: BackupSpot, manifest: Manifest): Promise<void> {
  const { same, further } = requireKnownMigrations(manifest.migrations, 'backup');
  await client.query('begin');
  try {
    await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'`);
    await applyMigrations(client, same);
    await withoutGuards(client, () => loadTables(client, spot, manifest));
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2)', [`public."${name}"`, value]);
    }
    await deleteGoneFiles(client, manifest.files.gone);
    await applyMigrations(client, further);
    // Jobs are in no backup: what waiting ones may have been about is done again.
    await client.query(`select graphile_worker.add_job('recompute-sla-timers', '{"mdaId":null}')`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Runs work without triggers, which guard histories, and policies, which hide rows. */
async function withoutGuards(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; forced: boolean }>(`
    select oid::regclass::text as name, relforcerowsecurity as forced from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  const forced = tables.filter((table) => table.forced);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  await work();
  await client.query('set constraints all immediate');
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

async function loadTables(client: pg.ClientBase, spot: BackupSpot, { tables }: Manifest): Promise<void> {
  // Migrations insert rows that the backup holds as well.
  const names = (await listTables(client)).map(({ name }) => `public."${name}"`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) {
    const into = client.query(copyFrom(`copy ${copyWords(table)} from stdin`));
    await pipeline(await openPacked(spot, table.data.name), into);
    if (into.rowCount !== table.rows) throw alteredEntry(spot, table.data.name);
  }
}

/** Deletes the rows of files that were removed while the backup was made. */
async function deleteGoneFiles(client: pg.ClientBase, keys: readonly string[]): Promise<void> {
  const gone = 'select id from file where storage_key = any($1)';
  await client.query(`update account set photo_id = null where photo_id in (${gone})`, [keys]);
  await client.query(`update mda set logo_id = null where logo_id in (${gone})`, [keys]);
  await client.query('delete from file where storage_key = any($1)', [keys]);
}
