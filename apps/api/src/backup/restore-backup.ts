import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import {
  type RestoreMarker,
  readRestoreMarker,
  removeRestoreMarker,
  writeRestoreMarker,
} from '../db/restore-marker.ts';
import { openDatabase, type OpenDatabase, maintenancePool } from '../db/database.ts';
import { prepareServingRole } from '../db/row-security/prepare-serving-role.ts';
import { requireKnownMigrations, withMigrationLock } from '../db/migrate.ts';
import { takeFolder } from '../config/data-dir.ts';
import { removeMarker, writeMarker } from '../config/data-dir-state.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/files.ts';
import { prepareTempFiles } from '../files/temp-files.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, within } from './store/backup-store.ts';
import { openEntry } from './entries.ts';
import { fileName } from './file-index.ts';
import { findTable, loadDatabase, requireEmptyDatabase } from './load-database.ts';
import type { Entry, Manifest } from './manifest.ts';
import { Progress } from './progress.ts';
import { putFile, putFiles } from './put-files.ts';
import { clearFolder, isResumed, requireEmptyFiles, requireFreeFolder, settleKey, writeKey } from './restore-place.ts';
import { readInstallation } from './snapshot.ts';
import { verifyTables, wholeFiles } from './verify-backup.ts';

export interface RestoreOptions {
  readonly report: (line: string) => void;
  readonly log: FastifyBaseLogger;
  /** The backup as the person named it. */
  readonly from: string;
  /** Runs on the restored place before any server may start on it. */
  readonly finish: (place: RestoredPlace) => Promise<void>;
}

export interface RestoredPlace {
  readonly database: OpenDatabase;
  readonly files: FileStore;
}

/**
 * Restores a backup into the empty place that the settings name. Files come first, the database last and in one transaction; a marker in
 * the data folder and one in the database keep servers from starting on half of it. A restore that fails removes what it made; one that
 * was killed goes on when it is run again.
 * @throws StartupError with the reason in one line.
 */
export async function restoreBackup(
  settings: Settings,
  spot: BackupSpot,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<void> {
  requireKnownMigrations(manifest.migrations, 'backup');
  const { secret } = manifest;
  const kept = secret === null ? undefined : await buffer(await openEntry(spot, secret));
  // Refuses early, before hashes take long and the folder is made; checked again under the lock.
  await preparePlace(settings, manifest, kept);
  options.report('Comparing the tables of the backup with their hashes.');
  await verifyTables(spot, manifest);
  const lock = await takeFolder(settings.dataDir);
  const before = await readdir(settings.dataDir);
  try {
    const place = await preparePlace(settings, manifest, kept);
    await restoreInto(settings, spot, manifest, { ...options, ...place, before });
  } finally {
    await lock.release();
  }
}

/** Checks the place, and finds whether a restore was cut off there and which key is to be written; changes nothing. */
async function preparePlace(settings: Settings, manifest: Manifest, kept: Buffer | undefined) {
  const resumed = await isResumed(settings.dataDir, manifest.id);
  const key = await settleKey(settings, manifest, kept);
  if (!resumed) await requireFreeFolder(settings, key === undefined);
  return { resumed, key };
}

interface Restoring extends RestoreOptions {
  readonly resumed: boolean;
  /** The key to write into the data folder. */
  readonly key: Buffer | undefined;
  /** Names in the data folder before the restore. */
  readonly before: readonly string[];
}

async function restoreInto(settings: Settings, spot: BackupSpot, manifest: Manifest, options: Restoring) {
  const { dataDir } = settings;
  const command = `npm run restore -- ${quoted(isAddress(options.from) ? options.from : path.resolve(options.from))}`;
  const own: RestoreMarker = { id: manifest.id, command, files: settings.storageUrl ?? path.resolve(dataDir) };
  let database: OpenDatabase | undefined;
  let committed = false;
  try {
    await writeMarker(dataDir, 'restore', { backup: manifest.id, from: options.from });
    await prepareTempFiles(dataDir);
    const open = await openDatabase(settings, { log: options.report });
    database = open;
    const files = await openFiles(settings);
    await withMigrationLock(open.pool, async (client) => {
      const marker = await findOwnMarker(client, own);
      const resumed = options.resumed || marker !== undefined;
      const loading = { settings, spot, manifest, options, files, client, database: open, resumed };
      committed = resumed && (await readInstallation(client))?.id === manifest.installation;
      if (!committed) await requireEmptyDatabase(client);
      await requireEmptyFiles(files, options.resumed || marker?.files === own.files);
      // The restore that was cut off may have had another data folder: files and key may be missing in this one.
      if (committed) return restoreFilesAndKey(loading);
      if (!marker) await writeRestoreMarker(client, own);
      await load(loading);
      committed = true;
      await client.query('analyze');
    });
    // A database server that has never seen a superuser start Baraza does not know the role that serves in its place.
    await prepareServingRole(open.pool);
    await options.finish({ database: open, files });
    await openToServers(open.pool);
    await removeMarker(dataDir, 'restore');
  } catch (error) {
    await database?.close().catch(() => {});
    database = undefined;
    // What an earlier try left stays, marked; a committed database only has to be finished.
    if (!committed && !options.resumed) await clearFolder(dataDir, options.before);
    throw error;
  } finally {
    await database?.close();
  }
}

const isAddress = (place: string) => place.startsWith('s3://');

/** Quotes a word for a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * Finds the marker that an earlier try of this restore left. Removes that of another restore which left nothing else.
 * @throws StartupError when the database holds half of another restore.
 */
async function findOwnMarker(client: pg.ClientBase, { id }: RestoreMarker): Promise<RestoreMarker | undefined> {
  const marker = await readRestoreMarker(client);
  if (marker === undefined || marker.id === id) return marker;
  if ((await findTable(client)) !== undefined) {
    throw new StartupError(
      `The database holds half of another restore (${marker.command}). Finish that, or name an empty database in DATABASE_URL.`,
    );
  }
  await removeRestoreMarker(client);
  return undefined;
}

/** Removes the marker of the database. */
async function openToServers(pool: pg.Pool): Promise<void> {
  const maintenance = maintenancePool(pool);
  try {
    await removeRestoreMarker(maintenance);
  } finally {
    await maintenance.end();
  }
}

interface Loading {
  readonly settings: Settings;
  readonly spot: BackupSpot;
  readonly manifest: Manifest;
  readonly options: Restoring;
  readonly files: FileStore;
  readonly client: pg.PoolClient;
  readonly database: OpenDatabase;
  /** Whether an earlier try was cut off: what it left stays marked when this one fails. */
  readonly resumed: boolean;
}

async function load(loading: Loading): Promise<void> {
  const { spot, manifest, options, client, database } = loading;
  const hadWorker = await hasWorker(client);
  try {
    await restoreFilesAndKey(loading);
    options.report('Loading the database.');
    await migrateJobs(database.pool, options.log);
    await loadDatabase(client, spot, manifest);
  } catch (error) {
    if (!hadWorker) await client.query('drop schema if exists graphile_worker cascade').catch(() => {});
    if (!loading.resumed) await removeRestoreMarker(client).catch(() => {});
    await removeFiles(loading).catch(() => {});
    throw error;
  }
}

async function restoreFilesAndKey(loading: Loading): Promise<void> {
  const { settings, options } = loading;
  await restoreFiles(loading);
  if (options.key !== undefined) await writeKey(settings.dataDir, options.key);
}

async function hasWorker(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(`select from pg_namespace where nspname = 'graphile_worker'`)).rowCount === 1;
}

async function restoreFiles({ settings, spot, manifest, options, files }: Loading): Promise<void> {
  const source = (key: string) => spot.store.read(within(spot.name, fileName(key)));
  const progress = new Progress(manifest.files.count, options.report);
  const put = { into: files, source, dataDir: settings.dataDir, progress };
  options.report('Copying the files.');
  await putFiles(wholeFiles(spot, manifest), put);
  for (const key of manifest.files.faulty) await putFile(put, key, undefined);
  const { marker } = manifest.files;
  if (marker) await putFile({ ...put, source: () => openEntry(spot, marker.data) }, marker.key, toFile(marker.data));
}

const toFile = ({ sha256, bytes }: Entry) => ({ sha256, size: bytes });

/** Removes the files of the backup from the store, which was empty before. */
async function removeFiles({ spot, manifest, files }: Loading): Promise<void> {
  for await (const { key } of wholeFiles(spot, manifest)) await files.delete(key);
  for (const key of manifest.files.faulty) await files.delete(key);
  if (manifest.files.marker) await files.delete(manifest.files.marker.key);
}
