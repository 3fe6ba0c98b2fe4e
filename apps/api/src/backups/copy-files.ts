import { hasFileWith } from '../platform/file.store.ts';
import type { BackupSpot } from './backup-store.ts';
import { writeEntry } from './entries.ts';
import { fileName, type IndexedFile } from './file-index.ts';
import type { Installation } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { inParallel } from './parallel.ts';
import { Progress } from './progress.ts';

type Copied = Omit<Manifest['files'], 'index'>;

/** So many files at a time: object storage answers each one late. */
const width = 6;

/**
 * Copies every file of the list, and the marker that says whose file store it is. Files never change, so they may be copied
 * after the moment of the database. One whose row is gone by now is no fault; one that is missing although its row is there,
 * or whose bytes are others, is told and counted, and the rest is copied all the same.
 */
export async function copyFiles(
  { database: { db }, files }: Installation,
  spot: BackupSpot,
  list: AsyncIterable<IndexedFile>,
  total: number,
  markerKey: string | null,
  say: (line: string) => void,
): Promise<Copied> {
  const progress = new Progress(total, say);
  const gone: string[] = [];
  const faulty: string[] = [];
  await inParallel(list, width, async ({ key, sha256, size }) => {
    const found = await files.open(key);
    const entry = found && (await writeEntry(spot, fileName(key), found.stream, false).catch(unlessVanished));
    if (!entry) {
      const wanted = await hasFileWith(db, key);
      (wanted ? faulty : gone).push(key);
      if (wanted) say(`The file ${key} is missing in the file store.`);
      return;
    }
    if (entry.bytes !== size || entry.sha256 !== sha256) {
      faulty.push(key);
      say(`The file ${key} was altered in the file store.`);
    }
    progress.add(entry.bytes);
  });
  const marker = await copyMarker(files, spot, markerKey);
  return { count: progress.count, bytes: progress.bytes, gone, faulty, marker };
}

/** Copies the file that says whose file store it is, where there is one. */
export async function copyMarker(
  files: Installation['files'],
  spot: BackupSpot,
  key: string | null,
): Promise<Manifest['files']['marker']> {
  if (key === null) return null;
  const found = await files.open(key);
  return found ? { key, data: await writeEntry(spot, 'marker', found.stream, false) } : null;
}

/** It went between being found and being read. */
function unlessVanished(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
