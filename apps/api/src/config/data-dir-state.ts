import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/*
 * Marker files in a data folder: an unfinished restore, or data that were moved. No server starts on either.
 */

/** A restore under way or cut off. */
export interface RestoreMark {
  /** Id of the backup. */
  readonly backup: string;
  /** As named on the command line. */
  readonly from: string;
}

/** The new place of a moved installation. */
export interface MovedMark {
  /** Without password. */
  readonly database: string;
  /** Whether the files were moved too. */
  readonly files: boolean;
  readonly at: string;
}

const names = { restore: 'restore-unfinished', moved: 'moved' } as const;

export const restoreMarkName = names.restore;

interface Marks {
  readonly restore: RestoreMark;
  readonly moved: MovedMark;
}

/** Reads a marker; undefined without one. */
export async function readMark<K extends keyof Marks>(folder: string, kind: K): Promise<Marks[K] | undefined> {
  const text = await readFile(path.join(folder, names[kind]), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Marks[K]);
}

/** Writes a marker atomically. */
export async function writeMark<K extends keyof Marks>(folder: string, kind: K, mark: Marks[K]): Promise<void> {
  const file = path.join(folder, names[kind]);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(mark)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(folder);
}

export async function removeMark(folder: string, kind: keyof Marks): Promise<void> {
  await rm(path.join(folder, names[kind]), { force: true });
  await syncFolder(folder);
}

/** Refuses a folder with an unfinished restore. @throws StartupError */
export async function requireWholeFolder(folder: string): Promise<void> {
  const mark = await readMark(folder, 'restore');
  if (!mark) return;
  throw new StartupError(
    `The restore into ${folder} was cut off. Run it again (npm run restore -- ${mark.from}), empty the folder, or set DATA_DIR to another one.`,
  );
}

/** Refuses a folder whose database was moved. @throws StartupError */
export async function requireNotMoved(folder: string): Promise<void> {
  const moved = await readMark(folder, 'moved');
  if (!moved) return;
  throw new StartupError(
    `The data of ${folder} were moved to ${moved.database} on ${moved.at.slice(0, 10)}. Set DATABASE_URL to that database, or DATA_DIR to another folder.`,
  );
}

/** Refuses a folder whose files were moved. @throws StartupError */
export async function requireFilesNotMoved(folder: string): Promise<void> {
  const moved = await readMark(folder, 'moved');
  if (moved?.files !== true) return;
  throw new StartupError(
    `The files of ${folder} were moved to object storage on ${moved.at.slice(0, 10)}. Set STORAGE_URL to it, or DATA_DIR to another folder.`,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
