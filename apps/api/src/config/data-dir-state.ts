import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';
import { syncToDisk } from './sync-to-disk.ts';

/* Marker files keep servers from starting on half of a restore, or on data that were moved elsewhere. */

/** Content of a marker file. */
interface Marker {
  /** Place of the backup, without a password. */
  readonly backup: string;
  readonly at: string;
}

const files = { restore: 'restore-unfinished', moved: 'moved' } as const;

type MarkerKind = keyof typeof files;

/** Turns the error of a missing file into undefined. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads a text file; undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

/** Reads a marker; undefined when there is none. */
export async function readMarker(folder: string, kind: MarkerKind): Promise<Marker | undefined> {
  const text = await readIfThere(path.join(folder, files[kind]));
  return text === undefined ? undefined : (JSON.parse(text) as Marker);
}

/** Writes a marker whole or not at all. */
export async function writeMarker(folder: string, kind: MarkerKind, marker: Marker): Promise<void> {
  const file = path.join(folder, files[kind]);
  await writeFile(`${file}.new`, `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await syncToDisk(folder);
}

/** Removes a marker, if there is one. */
export async function removeMarker(folder: string, kind: MarkerKind): Promise<void> {
  await rm(path.join(folder, files[kind]), { force: true });
  await syncToDisk(folder);
}

/** Refuses a folder with an unfinished restore. @throws StartupError */
export async function requireWholeFolder(folder: string): Promise<void> {
  const marker = await readMarker(folder, 'restore');
  if (!marker) return;
  throw new StartupError(
    `The restore into ${folder} was cut off. Empty the folder, or set DATA_DIR to another one, and restore ${marker.backup} again.`,
  );
}

/** Refuses a folder whose data were moved by a final backup. @throws StartupError */
export async function requireNotMoved(folder: string): Promise<void> {
  const marker = await readMarker(folder, 'moved');
  if (!marker) return;
  throw new StartupError(
    `The data of ${folder} were moved on ${marker.at.slice(0, 10)} with the final backup ${marker.backup}. Use the settings of the place it was restored to; to go on with this folder after all, delete ${path.join(folder, files.moved)}.`,
  );
}
