import { Readable } from 'node:stream';
import type pg from 'pg';
import { type OpenDatabase, patientPool } from '../db/database.ts';
import { requireKnownMigrations } from '../db/migrate.ts';
import { isClaimedBy } from '../platform/file-claim.ts';
import type { FileStore } from '../platform/file-store.ts';
import { StartupError } from '../platform/startup-error.ts';
import { type BackupSpot, type BackupStore, describeSpot, listBackups, stampOf } from './backup-store.ts';
import { copyFiles, copyMarker } from './copy-files.ts';
import { openPacked, writeEntry } from './entries.ts';
import { writeErasures } from './erasures.ts';
import { readIndex } from './file-index.ts';
import type { KeyMaterial } from './key-material.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import {
  beginSnapshot,
  readInstallation,
  readMigrations,
  readSequences,
  writeFileIndex,
  writeJobs,
  writeTables,
} from './snapshot.ts';

/** What is backed up. */
export interface Installation {
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly files: FileStore;
  readonly key: KeyMaterial;
}

export interface BackupOptions {
  readonly say: (line: string) => void;
  readonly now: Date;
  /** Off where the files get to the new place by themselves. */
  readonly withFiles?: boolean;
}

/**
 * Makes a backup below a place: the database as it is at one moment, and every file that it names. Others may go on writing.
 * @throws StartupError when it cannot be made; nothing is left then that looks like one.
 */
export async function makeBackup(
  from: Installation,
  store: BackupStore,
  options: BackupOptions,
): Promise<{ spot: BackupSpot; manifest: Manifest }> {
  const { say, now } = options;
  await requireReady(from);
  const spot = { store, name: stampOf(now) };
  const others = await listBackups(store);
  if ((await store.names()).includes(spot.name)) {
    throw new StartupError(`There is something called ${describeSpot(spot)} already. Nothing is written over it.`);
  }
  for (const { name, whole } of others) {
    if (!whole) say(`${describeSpot({ store, name })} is not whole: it is still being made, or was cut off.`);
  }
  try {
    const manifest = await fill(from, spot, options);
    await store.settle();
    await writeManifest(spot, manifest);
    await store.settle();
    return { spot, manifest };
  } catch (error) {
    await store.remove(spot.name).catch(() => {});
    throw error;
  }
}

/** A database that has everything, of this version or an older one, with the files that are its own. */
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

async function fill(from: Installation, spot: BackupSpot, options: BackupOptions): Promise<Manifest> {
  const { say, now, withFiles = true } = options;
  const database = await inSnapshot(from.database.pool, (client) => writeDatabase(client, spot, say));
  const { index, marker, ...parts } = database;
  await writeErasures(from.database.pool, spot);
  const { kept, id: keyId } = from.key;
  const secret = kept === undefined ? null : await writeEntry(spot, 'secret', Readable.from([kept]), false);
  const copied = withFiles
    ? await copyFiles(from, spot, readIndex(await openPacked(spot, index.data)), index.rows, marker, say)
    : { count: index.rows, bytes: 0, gone: [], faulty: [], marker: await copyMarker(from.files, spot, marker) };
  const files = { ...copied, index: index.data };
  return { id: crypto.randomUUID(), madeAt: now.toISOString(), keyId, secret, files, ...parts };
}

/** Everything that has to be of the same moment. */
async function writeDatabase(client: pg.ClientBase, spot: BackupSpot, say: (line: string) => void) {
  const migrations = await readMigrations(client);
  requireKnownMigrations(migrations);
  const installation = await readInstallation(client);
  const tables = await writeTables(client, spot, say);
  const jobs = await writeJobs(client, spot);
  const index = await writeFileIndex(client, spot);
  const sequences = await readSequences(client);
  return {
    installation: installation?.id ?? '',
    marker: installation?.marker ?? null,
    migrations,
    tables,
    jobs,
    index,
    sequences,
  };
}

async function inSnapshot<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const patient = patientPool(pool);
  try {
    const client = await patient.connect();
    try {
      await beginSnapshot(client);
      return await work(client);
    } finally {
      // Closed, not given back: it may be amid a COPY that nobody reads any more.
      client.release(true);
    }
  } finally {
    await patient.end();
  }
}

/** What was written, in one line. */
export function describeBackup(spot: BackupSpot, { tables, files }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return `${describeSpot(spot)}: ${rows('complaint')} complaints, ${rows('complaint_event')} events, ${files.count} files.`;
}
