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
 * A database and a file store belong together, but settings name them one by one. So a store holds a marker with the id of
 * the installation, and the database knows the key of the marker: files are cleaned up only where the two agree. Another
 * database on the same store finds files there that are not its own, and never claims it.
 */

const markFor = (id: string) => `This file store belongs to the installation ${id}.\n`;

/**
 * Claims a file store that holds nothing yet for the installation of this database. Call it at the start.
 * @throws StartupError when nothing can be put into the store.
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
    // A start that was cut short may have put the marker in already.
    if (first !== undefined && !(await holds(files, first, mark))) return;
    await setMarkerKey(tx, first ?? (await putMark(files, settings.dataDir, mark)));
  });
}

/** The key of the marker, where the file store belongs to the installation of this database. */
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
  // Whatever the clock of the store: every key is older than tomorrow.
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) {
    if (!key.startsWith(trial)) return key;
  }
  return undefined;
}

/** How the keys of trials begin, which others who start at the same moment may see: chance makes no such key. */
const trial = '0'.repeat(16);

/**
 * Finds out whether a file store that is still to be claimed takes files, gives them back and lets them go, and leaves nothing in it:
 * for before the tables are there.
 * @throws StartupError when it does not.
 */
export async function rehearseClaim({ pool, files, settings }: Rehearsal): Promise<void> {
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

type Rehearsal = Pick<Services, 'files' | 'settings'> & { readonly pool: pg.Pool };

/** The tables may be missing, or older than this program; and so may the role that serves. */
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
  const found = await files.open(key);
  if (found?.size === mark.length) return (await text(found.stream)) === mark;
  found?.stream.destroy();
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
