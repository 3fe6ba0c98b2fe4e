import { Readable } from 'node:stream';
import type pg from 'pg';
import { type OpenDatabase, withMaintenance } from '../db/database.ts';
import { readInstallationId } from '../db/installation.store.ts';
import { readJournal, requireKnownMigrations } from '../db/migrate.ts';
import { ignoreMissing } from '../config/data-dir-state.ts';
import type { KeyMaterial } from '../config/data-dir.ts';
import { hasFileWith } from '../files/file.store.ts';
import type { FileStore } from '../files/file-store.ts';
import { StartupError } from '../config/startup-error.ts';
import { eachFile, fileName, readIndex } from './backed-up-files.ts';
import { type BackupSpot, type BackupStore, describeSpot, listBackups, openStore, stampOf } from './backup-store.ts';
import { openEntry, openPacked, writeEntry } from './entries.ts';
import { writeErasures } from './erasures.ts';
import { type Entry, type IndexedFile, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { beginSnapshot, readSequences, writeFileIndex, writeTables } from './snapshot.ts';

export interface Installation {
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly files: FileStore;
  readonly key: KeyMaterial;
}

export interface BackupOptions {
  readonly report: (line: string) => void;
  readonly now: Date;
  /** Copies every file from the file store, even if the earlier backup holds it. */
  readonly anew?: boolean;
}

export type MadeBackup = Awaited<ReturnType<typeof makeBackup>>;

/** Backs up one moment of the database and the files it names. Others go on writing meanwhile. */
export async function makeBackup(from: Installation, store: BackupStore, options: BackupOptions) {
  const installation = await readInstallationId(from.database.pool);
  if (installation === undefined) throw new StartupError('There is nothing in this database yet.');
  const spot = { store, name: stampOf(options.now) };
  if ((await store.names()).includes(spot.name)) {
    throw new StartupError(`There is something called ${describeSpot(spot)} already. Nothing is written over it.`);
  }
  const earlier = options.anew === true ? undefined : await findEarlier(store, installation, options.report);
  try {
    const database = await writeDatabase(from.database.pool, spot, options.report);
    await writeErasures(from.database.pool, spot);
    const { kept, id: keyId } = from.key;
    const secret = kept === undefined ? null : await writeEntry(spot, 'secret', Readable.from([kept]));
    const { index, ...parts } = database;
    const { repeated, ...copied } = await copyFiles(from, { spot, index, earlier, report: options.report });
    await sealIndex(spot, index.data);
    const manifest: Manifest = {
      id: crypto.randomUUID(),
      madeAt: options.now.toISOString(),
      installation,
      keyId,
      secret,
      recipient: store.seal.recipient ?? null,
      ...parts,
      files: { ...copied, index: index.data },
    };
    await store.settle();
    await writeManifest(spot, manifest);
    await store.settle();
    return { spot, manifest, repeated };
  } catch (error) {
    await store.remove(spot.name).catch(() => {});
    throw error;
  }
}

/** Finds the newest complete backup of this installation. Files in it need not be copied again. */
async function findEarlier(store: BackupStore, installation: string, report: (line: string) => void) {
  const backups = await listBackups(store);
  for (const { name } of backups.filter(({ whole }) => !whole)) {
    report(`${describeSpot({ store, name })} is not whole: it is still being made, or was cut off.`);
  }
  const newest = backups.findLast(({ whole }) => whole);
  if (!newest) return undefined;
  const spot = { store, name: newest.name };
  try {
    const { files, ...manifest } = await readManifest(spot);
    const isSealedAlike = manifest.recipient === (store.seal.recipient ?? null);
    return manifest.installation === installation && isSealedAlike
      ? { spot, faulty: new Set(files.altered.map(({ key }) => key)) }
      : undefined;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    report(`Every file is copied anew: ${error.message}`);
    return undefined;
  }
}

function writeDatabase(pool: pg.Pool, spot: BackupSpot, report: (line: string) => void) {
  return withMaintenance(pool, async (client) => {
    await beginSnapshot(client);
    const migrations = await readJournal(client);
    requireKnownMigrations(migrations);
    const tables = await writeTables(client, spot, report);
    const index = await writeFileIndex(client, unsealed(spot));
    return { migrations, tables, index, sequences: await readSequences(client) };
  });
}

const unsealed = ({ store, name }: BackupSpot): BackupSpot => ({ store: openStore(store.folder), name });

/** Encrypts the list of files. It waits until they are copied, since the server cannot read it afterwards. */
async function sealIndex(spot: BackupSpot, { name }: Entry): Promise<void> {
  if (spot.store.seal.recipient === undefined) return;
  await writeEntry(spot, name, await openEntry(unsealed(spot), name));
  await spot.store.remove(`${spot.name}/${name}`);
}

interface Copying {
  readonly spot: BackupSpot;
  readonly index: Awaited<ReturnType<typeof writeFileIndex>>;
  readonly earlier: Awaited<ReturnType<typeof findEarlier>>;
  readonly report: (line: string) => void;
}

/** Copies the listed files, or links those of the earlier backup, since files never change. Reports missing and altered ones. */
async function copyFiles({ database: { db }, files }: Installation, { spot, index, earlier, report }: Copying) {
  const gone: string[] = [];
  const missing: string[] = [];
  const altered: IndexedFile[] = [];
  let [count, repeated] = [0, 0];
  const linkEarlier = async ({ key, size }: IndexedFile) => {
    if (!earlier || earlier.faulty.has(key)) return false;
    const name = fileName(key);
    return spot.store.link(`${earlier.spot.name}/${name}`, `${spot.name}/${name}`, size);
  };
  const copy = async ({ key, sha256, size }: IndexedFile) => {
    const file = await files.open(key);
    const entry = file && (await writeEntry(spot, fileName(key), file.stream).catch(ignoreMissing));
    if (!entry) {
      const hasRow = await hasFileWith(db, key);
      (hasRow ? missing : gone).push(key);
      if (hasRow) report(`The file ${key} is missing in the file store.`);
      return;
    }
    count += 1;
    if (entry.bytes === size && entry.sha256 === sha256) return;
    altered.push({ key, sha256: entry.sha256, size: entry.bytes });
    report(`The file ${key} was altered in the file store.`);
  };
  const list = readIndex(await openPacked(unsealed(spot), index.data.name));
  await eachFile(list, { total: index.rows, report }, async (file) => {
    if (!(await linkEarlier(file))) return copy(file);
    repeated += 1;
  });
  return { count: count + repeated, gone, missing, altered, repeated };
}

/** Describes a backup in one line. */
export function describeBackup(spot: BackupSpot, { tables, files }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return `${describeSpot(spot)}: ${rows('complaint')} complaints, ${rows('complaint_event')} events, ${files.count} files.`;
}
