import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasEmbeddedDatabase } from '@baraza/local-postgres';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { quoted } from '../db/restore-marker.ts';
import { type OpenDatabase, openDatabase } from '../db/database.ts';
import { verifyHistory } from '../features/complaint/history/verify-history.ts';
import { takeFolder } from '../config/data-dir.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { isClaimedBy } from '../files/storage-ownership.ts';
import { requireWholeFolder, writeMark } from '../config/data-dir-state.ts';
import type { FileStore } from '../files/file-store.ts';
import { openS3Files } from '../files/s3-files.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { openDiskStore } from './store/disk-store.ts';
import { openPacked, sumOf } from './entries.ts';
import { type IndexedFile, readIndex } from './file-index.ts';
import { findKey } from './key-material.ts';
import { makeBackup } from './make-backup.ts';
import { inParallel } from './parallel.ts';
import { recordArrival } from './record-restore.ts';
import { readInstallation } from './snapshot.ts';
import { restoreBackup, type RestoredPlace } from './restore-backup.ts';

export interface MoveOptions {
  readonly say: (line: string) => void;
  readonly log: FastifyBaseLogger;
}

/** What was moved. */
export interface Moved {
  /** Never with a password. */
  readonly database: string;
  readonly complaints: number;
  readonly files: number | undefined;
  /** Whether the key lies in the data folder, and has to be given to servers that have another one. */
  readonly keptKey: boolean;
}

/**
 * Carries the embedded database of the data folder, and its files where STORAGE_URL names another place, to the database
 * server of the settings. What is in the data folder stays as it is, and is marked.
 * @throws StartupError with the reason in one line; nothing is marked then.
 */
export async function moveInstallation(settings: Settings, options: MoveOptions): Promise<Moved> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined) throw new StartupError('The setting DATABASE_URL is missing: it says where to move.');
  if (!hasEmbeddedDatabase(dataDir)) throw new StartupError(`There is no database in ${dataDir}.`);
  const lock = await takeFolder(dataDir);
  try {
    await requireWholeFolder(dataDir);
    const old = await openDatabase({ dataDir, databaseUrl: undefined }, { log: options.say });
    try {
      return await carry(settings, old, { ...options, to: describeDatabase(databaseUrl) });
    } finally {
      await old.close();
    }
  } finally {
    await lock.release();
  }
}

async function carry(settings: Settings, old: OpenDatabase, options: MoveOptions & { to: string }): Promise<Moved> {
  const { dataDir, storageUrl } = settings;
  const { say, to } = options;
  const key = await findKey(settings);
  if (!key) throw new StartupError(`The key is missing: ${dataDir} holds none. Set SECRET_KEY to that of the server.`);
  const again = storageUrl !== undefined && (await wasCutOff(dataDir, `${to} ${storageUrl}`));
  const { files, withFiles } = await findFiles(settings, old, again);
  const folder = await workingFolder(dataDir);
  const note = () => noteTarget(dataDir, `${to} ${withFiles ? storageUrl : ''}`);
  // What lies there stays ours, whatever becomes of this try.
  if (again) await note();
  say('Reading the database.');
  const store = await openDiskStore(path.join(folder, 'tables'));
  const from = { database: old, files, key };
  const { spot, manifest } = await makeBackup(from, store, { say, now: new Date(), withFiles: false });
  const finish = async (place: RestoredPlace) => {
    if (withFiles) {
      say('Comparing the files with their hashes in their new place.');
      await compareFiles(readIndex(await openPacked(spot, manifest.files.index)), place.files);
    }
    const { faults } = await verifyHistory(place.database.db, say);
    if (faults > 0)
      throw new StartupError(`The history has ${faults} faults in its new place. Nothing is marked as moved.`);
    await recordArrival(place, manifest, 'installation.moved');
  };
  const place = { ...settings, dataDir: path.join(folder, 'place') };
  const source = async (name: string) => (await files.open(name))?.stream;
  // Not the id of the backup, which is another one each time.
  const arrival = {
    id: `move of ${manifest.installation}`,
    command: `DATA_DIR=${quoted(path.resolve(dataDir))} npm run move`,
  };
  const restore = { ...options, from: dataDir, withFiles, mayHoldFiles: again, arrival, begin: note, source, finish };
  await restoreBackup(place, spot, manifest, restore);
  await writeMark(dataDir, 'moved', { database: to, files: withFiles, at: new Date().toISOString() });
  await rm(folder, { recursive: true, force: true });
  const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0;
  const keptKey = key.kept !== undefined;
  return { database: to, complaints: rows('complaint'), files: withFiles ? rows('file') : undefined, keptKey };
}

/** Where the files lie now, and whether they are to go elsewhere. Those that an earlier try put there are copies, and maybe not all. */
async function findFiles({ dataDir, storageUrl }: Settings, { pool }: OpenDatabase, again: boolean) {
  const there = storageUrl === undefined ? undefined : await openS3Files(storageUrl);
  const installation = await readInstallation(pool);
  const { id = '', marker = null } = installation ?? {};
  if (there && !again && marker !== null && (await isClaimedBy(there, id, marker)))
    return { files: there, withFiles: false };
  return { files: await openDiskFiles(path.join(dataDir, 'files')), withFiles: there !== undefined };
}

const noteOf = (dataDir: string) => path.join(dataDir, 'moving', 'target');

/** Whether a move of the files to the same place was killed: what lies there already is its own. */
async function wasCutOff(dataDir: string, target: string): Promise<boolean> {
  return (await readFile(noteOf(dataDir), 'utf8').catch(() => undefined)) === target;
}

/** An empty folder for what is under way. */
async function workingFolder(dataDir: string): Promise<string> {
  const folder = path.dirname(noteOf(dataDir));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Notes where the files go, before the first of them does. */
async function noteTarget(dataDir: string, target: string): Promise<void> {
  await writeFile(noteOf(dataDir), target, { mode: 0o600, flush: true });
}

async function compareFiles(list: AsyncIterable<IndexedFile>, files: FileStore): Promise<void> {
  await inParallel(list, 4, async ({ key, sha256, size }) => {
    const found = await files.open(key);
    const sum = found && (await sumOf(found.stream));
    if (sum?.bytes === size && sum.sha256 === sha256) return;
    throw new StartupError(`The file ${key} did not arrive whole. Nothing is marked as moved.`);
  });
}

/** Never with a password. */
export function describeDatabase(databaseUrl: string): string {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `${host}:${port}/${database}`;
}
