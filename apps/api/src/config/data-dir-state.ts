import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/*
 * Small files in a data folder that say what became of it, so that nobody starts on something half or on something left.
 */

/** A restore that is under way, or was cut off. */
export interface RestoreMark {
  /** The id of the backup. */
  readonly backup: string;
  /** As the person named it. */
  readonly from: string;
}

/** Where an installation went. */
export interface MovedMark {
  /** Never with a password. */
  readonly database: string;
  /** Whether the files went as well. */
  readonly files: boolean;
  readonly at: string;
}

const names = { restore: 'restore-unfinished', moved: 'moved' } as const;

export const restoreMarkName = names.restore;

interface Marks {
  readonly restore: RestoreMark;
  readonly moved: MovedMark;
}

/** Reads a mark; undefined when there is none. */
export async function readMark<K extends keyof Marks>(folder: string, kind: K): Promise<Marks[K] | undefined> {
  const text = await readFile(path.join(folder, names[kind]), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Marks[K]);
}

/** Writes a mark, whole before it has its name. */
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

/** @throws StartupError when a restore into the folder did not come to its end. */
export async function requireWholeFolder(folder: string): Promise<void> {
  const mark = await readMark(folder, 'restore');
  if (!mark) return;
  throw new StartupError(
    `The restore into ${folder} was cut off. Run it again (npm run restore -- ${mark.from}), empty the folder, or set DATA_DIR to another one.`,
  );
}

/** @throws StartupError when what the folder holds was moved to a database server. */
export async function requireNotMoved(folder: string): Promise<void> {
  const moved = await readMark(folder, 'moved');
  if (!moved) return;
  throw new StartupError(
    `The data of ${folder} were moved to ${moved.database} on ${moved.at.slice(0, 10)}. Set DATABASE_URL to that database, or DATA_DIR to another folder.`,
  );
}

/** @throws StartupError when the files of the folder were moved to object storage. */
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
