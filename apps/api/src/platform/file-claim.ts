import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { FileStore } from './file-store.ts';
import { findInstallation, lockInstallation, setMarkerKey } from './installation.store.ts';
import { createScratch } from './scratch.ts';
import type { Services } from './services.ts';
import { StartupError } from './startup-error.ts';

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
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) return key;
  return undefined;
}

async function holds(files: FileStore, key: string, mark: string): Promise<boolean> {
  const found = await files.open(key);
  if (found?.size === mark.length) return (await text(found.stream)) === mark;
  found?.stream.destroy();
  return false;
}

async function putMark(files: FileStore, dataDir: string, mark: string): Promise<string> {
  const scratch = createScratch(dataDir);
  try {
    const file = scratch.newPath();
    await writeFile(file, mark, { mode: 0o600 });
    return await files.put(file, { contentType: 'text/plain' });
  } catch (error) {
    const { name, message } = error as Error;
    throw new StartupError(
      `Nothing can be put into the file store (${name}: ${message.split('\n')[0]}). Check STORAGE_URL and the credentials, or DATA_DIR.`,
    );
  } finally {
    await scratch.clean();
  }
}
