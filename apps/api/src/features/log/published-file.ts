import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkpointFile } from '../../config/data-dir.ts';

/** Remembers outside the database which checkpoint was published last. */
export async function rememberPublished(dataDir: string, note: string): Promise<void> {
  const file = path.join(dataDir, checkpointFile);
  await writeFile(`${file}.new`, note, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** Reads the checkpoint that was published last, as far as this data folder knows. */
export async function lastPublished(dataDir: string): Promise<string | undefined> {
  return readFile(path.join(dataDir, checkpointFile), 'utf8').catch(() => undefined);
}
