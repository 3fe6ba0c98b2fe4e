import { access, constants, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from './startup-error.ts';

/*
 * One process at a time works in a data folder. Node has no file locks, but SQLite takes one of the system's, which ends with its process,
 * however that ends.
 */

/** A lock held until released or the process ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Milliseconds to wait for the lock: by then its holder has written down who it is. */
const patience = 500;

/**
 * Locks the folder for this process.
 * @throws StartupError naming the process that has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  // SQLite would not say why it cannot write there.
  await access(folder, constants.W_OK | constants.X_OK);
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: patience });
  const holder = path.join(folder, 'lock.pid');
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    await writeFile(holder, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw isTaken(error) ? await inUse(folder, holder) : error;
  }
  return { release: async () => lock.close() };
}

/** SQLite's code SQLITE_BUSY. */
const isTaken = (error: unknown) => (error as { errcode?: number }).errcode === 5;

async function inUse(folder: string, holder: string): Promise<StartupError> {
  const pid = (await readFile(holder, 'utf8')).trim();
  return new StartupError(
    `The data folder ${folder} is in use by another server (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}
