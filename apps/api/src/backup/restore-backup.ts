import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import {
  type RestoreMarker,
  restoreMarkerSchema,
  quoted,
  readRestoreMarker,
  removeRestoreMarker,
  writeRestoreMarker,
} from '../db/restore-marker.ts';
import { openDatabase, type OpenDatabase, maintenancePool } from '../db/database.ts';
import { prepareServingRole } from '../db/row-security/prepare-serving-role.ts';
import { requireKnownMigrations, withMigrationLock } from '../db/migrate.ts';
import { takeFolder } from '../config/data-dir.ts';
import { removeMark, writeMark } from '../config/data-dir-state.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/files.ts';
import { prepareTempFiles } from '../files/temp-files.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, within } from './store/backup-store.ts';
import { openEntry } from './entries.ts';
import { fileName } from './file-index.ts';
import { loadDatabase, requireEmptyDatabase } from './load-database.ts';
import type { Entry, Manifest } from './manifest.ts';
import { Progress } from './progress.ts';
import { type FileSource, putFile, putFiles } from './put-files.ts';
import { clearFolder, isResumed, requireEmptyFiles, requireEmptyFolder, settleKey, writeKey } from './restore-place.ts';
import { readInstallation } from './snapshot.ts';
import { verifyTables, wholeFiles } from './verify-backup.ts';

export interface RestoreOptions {
  readonly say: (line: string) => void;
  readonly log: FastifyBaseLogger;
  /** As the person named the backup. */
  readonly from: string;
  /** Off where the files stay where they are. */
  readonly withFiles?: boolean;
  /** On where files that lie in the new place already came from an earlier try. */
  readonly mayHoldFiles?: boolean;
  /** What brings it, where that is no restore: what is there of an earlier try may be older than what is brought now. */
  readonly arrival?: Omit<RestoreMarker, 'files'>;
  /** Run once the new place is known to be empty, before anything is put there. */
  readonly begin?: () => Promise<void>;
  /** Where the files come from, when not from the backup. */
  readonly source?: FileSource;
  /** What is done with the restored database before anybody may start on it. */
  readonly finish: (place: RestoredPlace) => Promise<void>;
}

export interface RestoredPlace {
  readonly database: OpenDatabase;
  readonly files: FileStore;
}

/**
 * Restores a backup into the empty place that the settings name. Its files come first and its database last, in one
 * transaction; a mark in the data folder and one in the database keep anybody from starting on half of it. What fails takes back
 * what it did; what is killed is gone on with when it is run again.
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
  // Before what takes long, and makes the folder; what counts is the second time.
  await preparePlace(settings, manifest, kept);
  options.say('Comparing the tables of the backup with their hashes.');
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

/** Whether it goes on with a restore that was cut off, and which key is to be written; changes nothing. */
async function preparePlace(settings: Settings, manifest: Manifest, kept: Buffer | undefined) {
  const resumed = await isResumed(settings.dataDir, manifest.id);
  const key = await settleKey(settings, manifest, kept);
  if (!resumed) await requireEmptyFolder(settings, key === undefined);
  return { resumed, key };
}

interface Restoring extends RestoreOptions {
  readonly resumed: boolean;
  /** The key to write into the data folder. */
  readonly key: Buffer | undefined;
  /** What was in the data folder at first. */
  readonly before: readonly string[];
}

async function restoreInto(settings: Settings, spot: BackupSpot, manifest: Manifest, options: Restoring) {
  const { dataDir } = settings;
  const command = `npm run restore -- ${quoted(isAddress(options.from) ? options.from : path.resolve(options.from))}`;
  const place = settings.storageUrl ?? path.resolve(dataDir);
  const arrival = { id: manifest.id, command, ...options.arrival, files: place };
  let database: OpenDatabase | undefined;
  let committed = false;
  try {
    await writeMark(dataDir, 'restore', { backup: manifest.id, from: options.from });
    await prepareTempFiles(dataDir);
    const open = await openDatabase(settings, { log: options.say });
    database = open;
    const files = await openFiles(settings);
    await withMigrationLock(open.pool, async (client) => {
      const mark = await findMark(client, arrival);
      const resumed = options.resumed || mark !== undefined;
      const loading = { settings, spot, manifest, options, files, client, database: open, resumed };
      committed = resumed && !options.arrival && (await readInstallation(client))?.id === manifest.installation;
      if (!committed) await requireEmptyDatabase(client, mark && restoreMarkerSchema);
      const isSamePlace = options.resumed || mark?.files === arrival.files || options.mayHoldFiles === true;
      if (options.withFiles !== false) await requireEmptyFiles(files, isSamePlace);
      // The files and the key may lie in another folder, or not all of them here.
      if (committed) return bringAround(loading);
      if (!mark) await writeRestoreMarker(client, arrival);
      await options.begin?.();
      await load(loading);
      committed = true;
      await client.query('analyze');
    });
    // A database server that has never seen a superuser start Baraza does not know the role that serves in its place.
    await prepareServingRole(open.pool);
    await options.finish({ database: open, files });
    await unmark(open.pool);
    await removeMark(dataDir, 'restore');
  } catch (error) {
    await database?.close().catch(() => {});
    database = undefined;
    // What was cut off before stays half, and marked; what is there already only has to be finished.
    if (!committed && !options.resumed) await clearFolder(dataDir, options.before);
    throw error;
  } finally {
    await database?.close();
  }
}

const isAddress = (place: string) => place.startsWith('s3://');

/**
 * The mark of an earlier try of the same. That of something else goes where it is all that is left of it; a database that holds
 * half of that is refused.
 */
async function findMark(client: pg.ClientBase, { id }: RestoreMarker): Promise<RestoreMarker | undefined> {
  const mark = await readRestoreMarker(client);
  if (mark === undefined || mark.id === id) return mark;
  const isEmpty = await requireEmptyDatabase(client, restoreMarkerSchema).then(
    () => true,
    () => false,
  );
  if (!isEmpty) {
    throw new StartupError(
      `The database holds half of what ${mark.command} was to bring. Finish that, or name an empty database in DATABASE_URL.`,
    );
  }
  await removeRestoreMarker(client);
  return undefined;
}

/** From here on anybody may start on the database. */
async function unmark(pool: pg.Pool): Promise<void> {
  const patient = maintenancePool(pool);
  try {
    await removeRestoreMarker(patient);
  } finally {
    await patient.end();
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
  /** Whether an earlier try was cut off: what that left stays marked when this one fails. */
  readonly resumed: boolean;
}

async function load(loading: Loading): Promise<void> {
  const { spot, manifest, options, client, database } = loading;
  const hadWorker = await hasWorker(client);
  try {
    await bringAround(loading);
    options.say('Loading the database.');
    await migrateJobs(database.pool, options.log);
    await loadDatabase(client, spot, manifest);
  } catch (error) {
    if (!hadWorker) await client.query('drop schema if exists graphile_worker cascade').catch(() => {});
    if (!loading.resumed) await removeRestoreMarker(client).catch(() => {});
    if (options.withFiles !== false) await removeFiles(loading).catch(() => {});
    throw error;
  }
}

/** What belongs to the database and does not lie in it. */
async function bringAround(loading: Loading): Promise<void> {
  const { settings, options } = loading;
  if (options.withFiles !== false) await bringFiles(loading);
  if (options.key !== undefined) await writeKey(settings.dataDir, options.key);
}

async function hasWorker(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(`select from pg_namespace where nspname = 'graphile_worker'`)).rowCount === 1;
}

async function bringFiles({ settings, spot, manifest, options, files }: Loading): Promise<void> {
  const source: FileSource =
    options.source ??
    ((key: string): Promise<Readable | undefined> => spot.store.read(within(spot.name, fileName(key))));
  const progress = new Progress(manifest.files.count, options.say);
  const put = { into: files, source, dataDir: settings.dataDir, progress };
  options.say('Copying the files.');
  await putFiles(wholeFiles(spot, manifest), put);
  for (const key of manifest.files.faulty) await putFile(put, key, undefined);
  const { marker } = manifest.files;
  if (marker) await putFile({ ...put, source: () => openEntry(spot, marker.data) }, marker.key, toFile(marker.data));
}

const toFile = ({ sha256, bytes }: Entry) => ({ sha256, size: bytes });

/** The store was empty: whatever it holds now came with this restore. */
async function removeFiles({ spot, manifest, files }: Loading): Promise<void> {
  for await (const { key } of wholeFiles(spot, manifest)) await files.delete(key);
  for (const key of manifest.files.faulty) await files.delete(key);
  if (manifest.files.marker) await files.delete(manifest.files.marker.key);
}
