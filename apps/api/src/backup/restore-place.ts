import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasEmbeddedDatabase } from '@baraza/local-postgres';
import { readMarker, restoreMarkerFile } from '../config/data-dir-state.ts';
import { secretFile } from '../config/data-dir.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { findKey } from './key-material.ts';
import type { Manifest } from './manifest.ts';

/** What a restore makes in a data folder, and removes when it fails. */
const restored = ['postgres', 'postgres-socket', 'files', 'tmp', secretFile, restoreMarkerFile];

/** What any process that opens the folder leaves there. */
const trifles = /^(lock[.-].*|tmp|lost\+found)$/;

/** Whether a restore of the same backup was cut off here. Everything in the folder belongs to it then. */
export async function isResumed(dataDir: string, backup: string): Promise<boolean> {
  const state = await readMarker(dataDir, 'restore');
  if (!state) return false;
  if (state.backup === backup) return true;
  throw new StartupError(
    `The folder ${dataDir} holds half of another restore (of ${state.from}). Empty it, or finish that one.`,
  );
}

/**
 * Refuses a data folder that holds another installation. Beside a database server it may hold anything (its files are looked at in
 * the file store), an embedded database only after its final backup, so that it never serves as well.
 * @throws StartupError naming what the folder holds.
 */
export async function requireFreeFolder({ dataDir, databaseUrl }: Settings, mayHoldKey: boolean): Promise<void> {
  if (databaseUrl !== undefined) return requireNoServingDatabase(dataDir);
  const all = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const names = all.filter((name) => !trifles.test(name));
  const found = names.find((name) => name !== secretFile || !mayHoldKey);
  if (found === undefined) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty (it holds ${found}). Set DATA_DIR to an empty or a new folder.`,
  );
}

async function requireNoServingDatabase(dataDir: string): Promise<void> {
  if (!hasEmbeddedDatabase(dataDir) || (await readMarker(dataDir, 'moved'))) return;
  throw new StartupError(
    `The data folder ${dataDir} holds a database that may still serve. Make its final backup (npm run backup -- --final), or set DATA_DIR to another folder.`,
  );
}

/**
 * Lists the file store, which also removes copies that were cut off.
 * @throws StartupError when it holds a file that is not of this restore.
 */
export async function requireEmptyFiles(files: FileStore, resumed: boolean): Promise<void> {
  // Whatever the clock of the store: every key is older than tomorrow.
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) {
    if (resumed) continue;
    throw new StartupError(
      `The file store is not empty (it holds ${key}). Set STORAGE_URL or DATA_DIR to an empty place.`,
    );
  }
}

/**
 * Checks that the restored installation has the key that the backup was sealed with.
 * @returns the key file to write into the data folder, if it is missing there.
 * @throws StartupError when the key of the backup is neither set nor in it.
 */
export async function settleKey(
  settings: Settings,
  manifest: Manifest,
  kept: Buffer | undefined,
): Promise<Buffer | undefined> {
  const present = await findKey(settings);
  if (present?.id === manifest.keyId) return undefined;
  if (settings.secretKey !== undefined) {
    throw new StartupError('The setting SECRET_KEY is another one than when the backup was made. Set the same.');
  }
  if (present) {
    throw new StartupError(
      `The data folder ${settings.dataDir} has a key already, another one than the backup. Set DATA_DIR to an empty folder.`,
    );
  }
  if (kept === undefined) {
    throw new StartupError('The backup was made with a SECRET_KEY, which is not in it. Set SECRET_KEY to the same.');
  }
  return kept;
}

/** Writes the key file of the backup into the data folder. */
export async function writeKey(dataDir: string, kept: Buffer): Promise<void> {
  await writeFile(path.join(dataDir, secretFile), kept, { mode: 0o600, flush: true });
}

/** Removes what a failed restore made in the folder; `kept` was there before. */
export async function clearFolder(dataDir: string, kept: readonly string[]): Promise<void> {
  for (const name of restored.filter((each) => !kept.includes(each))) {
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
