import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMark, restoreMarkName } from '../config/data-dir-state.ts';
import { secretFile } from '../config/data-dir.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { findKey } from './key-material.ts';
import type { Manifest } from './manifest.ts';

/** What a restore makes in a data folder; what is taken off again when it fails. */
const ours = ['postgres', 'postgres-socket', 'files', 'tmp', secretFile, restoreMarkName];

/** What any process that looks at the folder leaves there. */
const trifles = /^(lock[.-].*|tmp|lost\+found)$/;

/** Whether this restore goes on with one that was cut off. Everything in the folder is its own then. */
export async function isResumed(dataDir: string, backup: string): Promise<boolean> {
  const mark = await readMark(dataDir, 'restore');
  if (!mark) return false;
  if (mark.backup === backup) return true;
  throw new StartupError(
    `The folder ${dataDir} holds half of another restore (of ${mark.from}). Empty it, or finish that one.`,
  );
}

/**
 * Beside a database server the folder may hold what it likes: whether there are files in it is asked of the file store.
 * @throws StartupError when the data folder holds anything that the restored installation would mix with.
 */
export async function requireEmptyFolder({ dataDir, databaseUrl }: Settings, mayHoldKey: boolean): Promise<void> {
  if (databaseUrl !== undefined) return;
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

/**
 * Looks through the file store, which also rids it of copies that were cut off.
 * @throws StartupError when it holds a file already, and is not to.
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
 * Sees to it that what is sealed in the backup can be opened where it is restored.
 * @returns what is to be written into the data folder, if anything.
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

export async function writeKey(dataDir: string, kept: Buffer): Promise<void> {
  await writeFile(path.join(dataDir, secretFile), kept, { mode: 0o600, flush: true });
}

/** Takes off what a restore that failed had put into the folder. */
export async function clearFolder(dataDir: string, kept: readonly string[]): Promise<void> {
  for (const name of ours.filter((each) => !kept.includes(each))) {
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
