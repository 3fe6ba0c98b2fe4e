import { Readable } from 'node:stream';
import type pg from 'pg';
import { maintenancePool } from '../db/database.ts';
import { requireKnownMigrations } from '../db/migrate.ts';
import { isClaimedBy } from '../files/storage-ownership.ts';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, describeSpot, listBackups, stampOf } from './store/backup-store.ts';
import type { BackupStore } from './store/store-types.ts';
import type { Installation } from './installation.ts';
import { copyFiles } from './copy-files.ts';
import { findEarlier } from './earlier-files.ts';
import { openPacked, writeEntry } from './entries.ts';
import { writeErasures } from './erasures.ts';
import { readIndex } from './file-index.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import {
  beginSnapshot,
  readInstallation,
  readMigrations,
  readSequences,
  writeFileIndex,
  writeTables,
} from './snapshot.ts';

export interface BackupOptions {
  readonly report: (line: string) => void;
  readonly now: Date;
  /** Copies every file from the file store, also those that the backup before holds. */
  readonly anew?: boolean;
}

/** A backup that was made. */
export interface MadeBackup {
  readonly spot: BackupSpot;
  readonly manifest: Manifest;
  /** Number of files that the backup before held already. */
  readonly repeated: number;
}

/**
 * Makes a backup in a store: the database as it is at one moment, and every file that it names. Others may go on writing.
 * @throws StartupError when it cannot be made; nothing that looks like a backup is left then.
 */
export async function makeBackup(from: Installation, store: BackupStore, options: BackupOptions): Promise<MadeBackup> {
  const { report, now } = options;
  await requireReady(from);
  const spot = { store, name: stampOf(now) };
  const others = await listBackups(store);
  if ((await store.names()).includes(spot.name)) {
    throw new StartupError(`There is something called ${describeSpot(spot)} already. Nothing is written over it.`);
  }
  for (const { name, whole } of others) {
    if (!whole) report(`${describeSpot({ store, name })} is not whole: it is still being made, or was cut off.`);
  }
  try {
    const { manifest, repeated } = await fill(from, spot, options);
    await store.settle();
    await writeManifest(spot, manifest);
    await store.settle();
    return { spot, manifest, repeated };
  } catch (error) {
    await store.remove(spot.name).catch(() => {});
    throw error;
  }
}

/** Refuses an empty database, and a file store of another installation. */
async function requireReady({ database: { pool }, files }: Installation): Promise<void> {
  const installation = await readInstallation(pool);
  if (!installation) throw new StartupError('There is nothing in this database yet.');
  const { id, marker } = installation;
  if (marker !== null && !(await isClaimedBy(files, id, marker))) {
    throw new StartupError(
      'The file store is not the one of this database. Set STORAGE_URL and DATA_DIR to those of the server.',
    );
  }
}

async function fill(from: Installation, spot: BackupSpot, options: BackupOptions) {
  const { report, now, anew = false } = options;
  const database = await inSnapshot(from.database.pool, (client) => writeDatabase(client, spot, report));
  const { index, marker: markerKey, ...parts } = database;
  await writeErasures(from.database.pool, spot);
  const { kept, id: keyId } = from.key;
  const secret = kept === undefined ? null : await writeEntry(spot, 'secret', Readable.from([kept]), false);
  const earlier = anew ? undefined : await findEarlier(spot.store, parts.installation, report);
  const list = readIndex(await openPacked(spot, index.data));
  const copying = { list, total: index.rows, markerKey, earlier, report };
  const { repeated, ...copied } = await copyFiles(from, spot, copying);
  const files = { ...copied, index: index.data };
  const manifest: Manifest = { id: crypto.randomUUID(), madeAt: now.toISOString(), keyId, secret, files, ...parts };
  return { manifest, repeated };
}

/** Writes the parts that have to be of the same moment. */
async function writeDatabase(client: pg.ClientBase, spot: BackupSpot, report: (line: string) => void) {
  const migrations = await readMigrations(client);
  requireKnownMigrations(migrations);
  const installation = await readInstallation(client);
  const tables = await writeTables(client, spot, report);
  const index = await writeFileIndex(client, spot);
  const sequences = await readSequences(client);
  return {
    installation: installation?.id ?? '',
    marker: installation?.marker ?? null,
    migrations,
    tables,
    index,
    sequences,
  };
}

async function inSnapshot<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const maintenance = maintenancePool(pool);
  try {
    const client = await maintenance.connect();
    try {
      await beginSnapshot(client);
      return await work(client);
    } finally {
      // Closed, not given back: it may be amid a COPY that nobody reads any more.
      client.release(true);
    }
  } finally {
    await maintenance.end();
  }
}

/** Describes a backup in one line. */
export function describeBackup(spot: BackupSpot, { tables, files }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return `${describeSpot(spot)}: ${rows('complaint')} complaints, ${rows('complaint_event')} events, ${files.count} files.`;
}
