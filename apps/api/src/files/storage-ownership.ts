import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
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
  await db.transaction(async (tx) => {
    // Several processes may start at once.
    if ((await lockInstallation(tx)).markerKey !== null) return;
    const first = await firstKey(files);
    // An interrupted start may have stored the marker already.
    if (first !== undefined && !(await isClaimedBy(files, id, first))) return;
    await setMarkerKey(tx, first ?? (await putMarker(files, settings.dataDir, id)));
  });
}

/** Returns the marker's key when the store belongs to this database's installation. */
export async function findMarker({ db, files }: Pick<Services, 'db' | 'files'>): Promise<string | undefined> {
  const { id, markerKey } = await findInstallation(db);
  return markerKey !== null && (await isClaimedBy(files, id, markerKey)) ? markerKey : undefined;
}

/** Whether the store holds the marker of this installation under this key. */
export async function isClaimedBy(files: FileStore, id: string, markerKey: string): Promise<boolean> {
  const mark = markFor(id);
  const file = await files.open(markerKey);
  if (file?.size === mark.length) return (await text(file.stream)) === mark;
  file?.stream.destroy();
  return false;
}

async function firstKey(files: FileStore): Promise<string | undefined> {
  // Tomorrow, since the store's clock may be ahead.
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) return key;
  return undefined;
}

/**
 * Puts the marker of an installation into the store, under its key when it has one.
 * @throws StartupError when nothing can be stored.
 */
export async function putMarker(files: FileStore, dataDir: string, id: string, key?: string): Promise<string> {
  const scratch = createTempFiles(dataDir);
  try {
    const file = scratch.newPath();
    await writeFile(file, markFor(id), { mode: 0o600 });
    return await files.put(file, { contentType: 'text/plain', ...(key !== undefined && { key }) });
  } catch (error) {
    const { name, message } = error as Error;
    throw new StartupError(
      `Nothing can be put into the file store (${name}: ${message.split('\n')[0]}). Check STORAGE_URL and the credentials, or DATA_DIR.`,
    );
  } finally {
    await scratch.clean();
  }
}
