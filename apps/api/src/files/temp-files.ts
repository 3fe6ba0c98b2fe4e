import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { keyForm, newKey } from './file-store.ts';

export type TempFiles = ReturnType<typeof createTempFiles>;

export const tempFolder = (dataDir: string): string => path.join(dataDir, 'tmp');

/** Temporary files of one request. */
export function createTempFiles(dataDir: string) {
  const paths: string[] = [];
  return {
    /** Returns a new path, removed with all others at the end of the block. */
    newPath() {
      const file = path.join(tempFolder(dataDir), newKey());
      paths.push(file);
      return file;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(paths.map((file) => rm(file, { force: true })));
    },
  };
}

/** Creates the folder and removes files that killed processes left, and nothing else. Call while holding the folder's lock. */
export async function prepareTempFiles(dataDir: string): Promise<void> {
  const folder = tempFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = await readdir(folder, { withFileTypes: true });
  const files = left.filter((entry) => entry.isFile() && keyForm.test(entry.name));
  await Promise.all(files.map(({ name }) => rm(path.join(folder, name), { force: true })));
}
