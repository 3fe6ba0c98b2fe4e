import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { maintenancePool } from '../db/database.ts';
import type { FileStore } from './file-store.ts';
import { findInstallation, lockInstallation, setMarkerKey } from '../db/installation.store.ts';
import { createTempFiles } from './temp-files.ts';
import type { Services } from '../services.ts';
import { StartupError } from '../config/startup-error.ts';

/*
 * Database and file store belong together but are configured apart. So the store holds a marker with the installation's id, and the database
 * the marker's key: orphaned files are removed only where both match. Another database on the same store finds files and claims nothing.
 */

const markFor = (id: string) => `This file store belongs to the installation ${id}.\n`;

/**
 * Claims an empty file store for the installation of this database, at the start.
 * @throws StartupError when nothing can be stored.
 */
export async function claimFiles(services: Pick<Services, 'db' | 'files' | 'settings'>): Promise<void> {
  const { db, files, settings } = services;
  const { id, markerKey } = await findInstallation(db);
  if (markerKey !== null) return;
  const mark = markFor(id);
  await db.transaction(async (tx) => {
    // Several processes may start at once.
    if ((await lockInstallation(tx)).markerKey !== null) return;
    const first = await firstKey(files);
    // An interrupted start may have stored the marker already.
    if (first !== undefined && !(await holds(files, first, mark))) return;
    await setMarkerKey(tx, first ?? (await putMark(files, settings.dataDir, mark)));
  });
}

/** Returns the marker's key when the store belongs to this database's installation. */
export async function findMarker({ db, files }: Pick<Services, 'db' | 'files'>): Promise<string | undefined> {
  const { id, markerKey } = await findInstallation(db);
  if (markerKey === null || !(await holds(files, markerKey, markFor(id)))) return undefined;
  return markerKey;
}

/** Whether the store holds the marker of this installation under this key. */
export function isClaimedBy(files: FileStore, id: string, markerKey: string): Promise<boolean> {
  return holds(files, markerKey, markFor(id));
}

async function firstKey(files: FileStore): Promise<string | undefined> {
  // Tomorrow, since the store's clock may be ahead.
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) {
    if (!key.startsWith(trial)) return key;
  }
  return undefined;
}

/** Prefix of trial keys, which other starting servers ignore; random keys never have it. */
const trial = '0'.repeat(16);

/**
 * Checks that an unclaimed file store can write, read and delete, before the tables exist.
 * @throws StartupError when it cannot.
 */
export async function checkFileClaim({ pool, files, settings }: ClaimCheck): Promise<void> {
  if (await isClaimed(pool)) return;
  const content = `A trial, made at ${new Date().toISOString()}.\n`;
  try {
    const key = await putText(files, settings.dataDir, content, trial + randomBytes(8).toString('hex'));
    const comesBack = await holds(files, key, content);
    await files.delete(key);
    if (!comesBack) throw new Error('what is put in does not come back');
  } catch (error) {
    throw unusable(error);
  }
}

type ClaimCheck = Pick<Services, 'files' | 'settings'> & { readonly pool: pg.Pool };

/** Whether the store is claimed, also with missing or older tables or role. */
async function isClaimed(pool: pg.Pool): Promise<boolean> {
  const patient = maintenancePool(pool);
  try {
    const there = await patient.query<{ there: boolean }>(`select to_regclass('installation') is not null as there`);
    if (there.rows[0]?.there !== true) return false;
    const { rows } = await patient.query(`select from installation it where to_jsonb(it) ->> 'marker_key' is not null`);
    return rows.length > 0;
  } finally {
    await patient.end();
  }
}

async function holds(files: FileStore, key: string, mark: string): Promise<boolean> {
  const file = await files.open(key);
  if (file?.size === mark.length) return (await text(file.stream)) === mark;
  file?.stream.destroy();
  return false;
}

async function putMark(files: FileStore, dataDir: string, mark: string): Promise<string> {
  try {
    return await putText(files, dataDir, mark);
  } catch (error) {
    throw unusable(error);
  }
}

async function putText(files: FileStore, dataDir: string, content: string, key?: string): Promise<string> {
  const scratch = createTempFiles(dataDir);
  try {
    const file = scratch.newPath();
    await writeFile(file, content, { mode: 0o600 });
    return await files.put(file, { contentType: 'text/plain', ...(key !== undefined && { key }) });
  } finally {
    await scratch.clean();
  }
}

function unusable(error: unknown): StartupError {
  const { name, message } = error as Error;
  return new StartupError(
    `Nothing can be put into the file store (${name}: ${message.split('\n')[0]}). Check STORAGE_URL and the credentials, or DATA_DIR.`,
  );
}
