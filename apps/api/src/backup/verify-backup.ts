import type { BackupSpot } from './store/backup-store.ts';
import { alteredEntry, checkEntry, openEntry, openPacked, sumOf } from './entries.ts';
import { fileName, type IndexedFile, readIndex } from './file-index.ts';
import type { Manifest } from './manifest.ts';
import { inParallel } from './parallel.ts';
import { Progress } from './progress.ts';

const width = 6;

/**
 * Compares all parts of a backup but its files with their hashes.
 * @throws StartupError naming the first thing that is missing or altered.
 */
export async function verifyTables(spot: BackupSpot, { tables, secret, files }: Manifest): Promise<void> {
  for (const { data } of tables) await checkEntry(spot, data);
  for (const entry of [secret, files.index, files.marker?.data]) if (entry) await checkEntry(spot, entry);
}

/** Lists the files that the backup should hold whole. */
export async function* wholeFiles(spot: BackupSpot, { files }: Manifest): AsyncGenerator<IndexedFile> {
  const left = new Set([...files.gone, ...files.faulty]);
  for await (const file of readIndex(await openPacked(spot, files.index))) if (!left.has(file.key)) yield file;
}

/**
 * Compares all parts of a backup with their hashes.
 * @throws StartupError naming the first thing that is missing or altered.
 */
export async function verifyBackup(
  spot: BackupSpot,
  manifest: Manifest,
  report: (line: string) => void,
): Promise<{ files: number; bytes: number }> {
  await verifyTables(spot, manifest);
  const progress = new Progress(manifest.files.count, report);
  await inParallel(wholeFiles(spot, manifest), width, async ({ key, sha256, size }) => {
    const sum = await sumOf(await openEntry(spot, { name: fileName(key) }));
    if (sum.bytes !== size || sum.sha256 !== sha256) throw alteredEntry(spot, fileName(key));
    progress.add(size);
  });
  return { files: progress.count, bytes: progress.bytes };
}
