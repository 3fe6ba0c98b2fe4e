import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Temporary files of one request. */
export interface TempFiles {
  /** A new path. Whatever is put there goes away with `clean`. */
  newPath(): string;
  clean(): Promise<void>;
}

export function tempFolder(dataDir: string): string {
  return path.join(dataDir, 'tmp');
}

export function createTempFiles(dataDir: string): TempFiles {
  const paths: string[] = [];
  return {
    newPath() {
      const file = path.join(tempFolder(dataDir), randomBytes(16).toString('hex'));
      paths.push(file);
      return file;
    },
    async clean() {
      await Promise.all(paths.map((file) => rm(file, { force: true })));
    },
  };
}

/** What `newPath` gives. */
const ours = /^[0-9a-f]{32}$/;

/**
 * Makes the folder, and takes away what a killed process left there. Nothing else: were the data folder by mistake one that
 * others use, their files would lie in its `tmp`. Call it while holding the lock of the data folder.
 */
export async function prepareTempFiles(dataDir: string): Promise<void> {
  const folder = tempFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = await readdir(folder, { withFileTypes: true });
  const files = left.filter((entry) => entry.isFile() && ours.test(entry.name));
  await Promise.all(files.map(({ name }) => rm(path.join(folder, name), { force: true })));
}
