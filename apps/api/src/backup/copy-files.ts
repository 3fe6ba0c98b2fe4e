import { hasFileWith } from '../files/file.store.ts';
import type { BackupSpot } from './store/backup-store.ts';
import type { EarlierFiles, Known } from './earlier-files.ts';
import { writeEntry } from './entries.ts';
import { fileName, type IndexedFile } from './file-index.ts';
import type { Installation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { inParallel } from './parallel.ts';
import { Progress } from './progress.ts';

/** Outcome of copying the files. */
export interface Copied extends Omit<Manifest['files'], 'index'> {
  /** Number of files that the earlier backup held already. */
  readonly repeated: number;
}

export interface CopyFiles {
  /** In order of keys. */
  readonly list: AsyncIterable<IndexedFile>;
  readonly total: number;
  readonly markerKey: string | null;
  readonly earlier: EarlierFiles | undefined;
  readonly report: (line: string) => void;
}

/** Files copied at a time; object storage answers each one late. */
const width = 6;

/**
 * Copies the listed files that the earlier backup does not hold, and the marker of the file store. Files never change, so they may be
 * copied after the moment of the database. A file whose row is gone by now is no fault. One that is missing although its row is there,
 * or whose bytes differ, is reported and counted, and the rest is copied all the same.
 */
export async function copyFiles(
  { database: { db }, files }: Installation,
  spot: BackupSpot,
  { list, total, markerKey, earlier, report }: CopyFiles,
): Promise<Copied> {
  const progress = new Progress(total, report);
  const gone: string[] = [];
  const faulty: string[] = [];
  let repeated = 0;
  const copy = async ({ key, sha256, size }: IndexedFile) => {
    const file = await files.open(key);
    const entry = file && (await writeEntry(spot, fileName(key), file.stream, false).catch(unlessVanished));
    if (!entry) {
      const hasRow = await hasFileWith(db, key);
      (hasRow ? faulty : gone).push(key);
      if (hasRow) report(`The file ${key} is missing in the file store.`);
      return;
    }
    if (entry.bytes !== size || entry.sha256 !== sha256) {
      faulty.push(key);
      report(`The file ${key} was altered in the file store.`);
    }
    progress.add(entry.bytes);
  };
  await inParallel(earlier?.mark(list) ?? unknown(list), width, async ({ known, ...file }) => {
    if (!known || !(await earlier?.repeat(file, spot))) return copy(file);
    repeated += 1;
    progress.add(file.size);
  });
  const marker = await copyMarker(files, spot, markerKey);
  return { count: progress.count, bytes: progress.bytes, gone, faulty, marker, repeated };
}

async function* unknown(list: AsyncIterable<IndexedFile>): AsyncGenerator<Known> {
  for await (const file of list) yield { ...file, known: false };
}

/** Copies the marker of the file store, if there is one. */
async function copyMarker(
  files: Installation['files'],
  spot: BackupSpot,
  key: string | null,
): Promise<Manifest['files']['marker']> {
  if (key === null) return null;
  const marker = await files.open(key);
  return marker ? { key, data: await writeEntry(spot, 'marker', marker.stream, false) } : null;
}

/** Answers undefined for a file that was removed before it was read. */
function unlessVanished(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
