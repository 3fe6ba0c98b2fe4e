import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { removeMarker, writeMarker } from '../config/data-dir-state.ts';
import { secretFile, takeFolder } from '../config/data-dir.ts';
import type { Settings } from '../config/settings.ts';
import { openDatabase } from '../db/database.ts';
import { applyMigrations, requireKnownMigrations, withMigrationLock } from '../db/migrate.ts';
import { prepareServingRole } from '../db/row-security/prepare-serving-role.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/files.ts';
import { createTempFiles, prepareTempFiles } from '../files/temp-files.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import { eachFile, entryOf, keptFiles, verifyBackup } from './backed-up-files.ts';
import { type BackupSpot, describeSpot } from './backup-store.ts';
import { alteredEntry, checkEntry, openPacked } from './entries.ts';
import type { IndexedFile, Manifest } from './manifest.ts';
import * as places from './restore-place.ts';
import { copyTarget, listTables } from './snapshot.ts';

interface RestoreOptions {
  readonly settings: Settings;
  readonly spot: BackupSpot;
  readonly manifest: Manifest;
  readonly report: (line: string) => void;
  readonly log: FastifyBaseLogger;
  /** Adds to the restored rows, in their transaction. */
  readonly finish: (client: pg.PoolClient) => Promise<void>;
}

/** Restores a backup into an empty place: first its files, then its rows in one transaction. @throws StartupError */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { settings, spot, manifest, report, log } = options;
  requireKnownMigrations(manifest.migrations, 'backup');
  const { dataDir, databaseUrl } = settings;
  const lock = await takeFolder(dataDir);
  try {
    const key = await places.settleKey(settings, spot, manifest);
    if (databaseUrl !== undefined) await places.requireNoServingDatabase(dataDir);
    const files = await openFiles(settings);
    // Opening an embedded database creates it, so its folder is checked and marked before.
    if (databaseUrl === undefined) {
      await places.requireEmptyFolder(dataDir);
      await compareBackup(options, files);
      await writeMarker(dataDir, 'restore', { backup: describeSpot(spot), at: manifest.madeAt });
    }
    await prepareTempFiles(dataDir);
    const database = await openDatabase(settings, { log: report });
    try {
      await withMigrationLock(database.pool, async (client) => {
        if (databaseUrl !== undefined) {
          await places.requireEmptyDatabase(client);
          await compareBackup(options, files);
        }
        await copyFiles(options, files);
        if (key) await writeFile(path.join(dataDir, secretFile), key, { mode: 0o600, flush: true });
        report('Loading the database.');
        await migrateJobs(database.pool, log);
        await loadDatabase(client, options);
        await client.query('analyze');
        // A database server on which no superuser ever started Baraza lacks the serving role.
        await prepareServingRole(database.pool);
      });
    } finally {
      await database.close();
    }
    await removeMarker(dataDir, 'restore');
  } finally {
    await lock.close();
  }
}

async function compareBackup({ spot, manifest, report }: RestoreOptions, files: FileStore): Promise<void> {
  await places.requireEmptyFiles(files);
  report('Comparing the backup with its hashes.');
  await verifyBackup(spot, manifest, report);
}

async function copyFiles(options: RestoreOptions, files: FileStore): Promise<void> {
  const { spot, manifest, report } = options;
  report('Copying the files.');
  const total = manifest.files.count;
  await eachFile(keptFiles(spot, manifest), { total, report }, (file) => copyFile(options, files, file));
}

async function copyFile({ spot, settings }: RestoreOptions, files: FileStore, file: IndexedFile): Promise<void> {
  await using temporary = createTempFiles(settings.dataDir);
  const copy = temporary.newPath();
  await checkEntry(spot, entryOf(file), () => createWriteStream(copy, { mode: 0o600 }));
  // The type of a file is in its row; that of the store is not used.
  await files.put(copy, { contentType: 'application/octet-stream', key: file.key });
}

/** Loads an empty database at the backup's schema. Applies newer migrations too, all in one transaction. */
async function loadDatabase(client: pg.PoolClient, { spot, manifest, finish }: RestoreOptions): Promise<void> {
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
    // Jobs are not backed up, so work of waiting ones is repeated.
    await client.query(`select graphile_worker.add_job('recompute-sla-timers', '{"mdaId":null}')`);
    await finish(client);
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
  // Migrations insert rows that are also in the backup.
  const names = (await listTables(client)).map(({ name }) => `public."${name}"`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) {
    const into = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    await pipeline(await openPacked(spot, table.data.name), into);
    if (into.rowCount !== table.rows) throw alteredEntry(spot, table.data.name);
  }
}

async function deleteGoneFiles(client: pg.ClientBase, keys: readonly string[]): Promise<void> {
  const gone = 'select id from file where storage_key = any($1)';
  await client.query(`update account set photo_id = null where photo_id in (${gone})`, [keys]);
  await client.query(`update mda set logo_id = null where logo_id in (${gone})`, [keys]);
  await client.query('delete from file where storage_key = any($1)', [keys]);
}
