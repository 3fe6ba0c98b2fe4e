import { eachFile, fileName, keptFiles } from './backed-up-files.ts';
import type { BackupSpot } from './backup-store.ts';
import { checkEntry } from './entries.ts';
import type { Manifest } from './manifest.ts';

/** Compares all parts of a backup with their hashes. */
export async function verifyBackup(spot: BackupSpot, manifest: Manifest, report: (line: string) => void) {
  const { tables, secret, files } = manifest;
  for (const { data } of tables) await checkEntry(spot, data);
  if (secret) await checkEntry(spot, secret);
  await checkEntry(spot, files.index);
  await eachFile(keptFiles(spot, manifest), { total: files.count, report }, ({ key, sha256, size }) =>
    checkEntry(spot, { name: fileName(key), sha256, bytes: size }),
  );
}
