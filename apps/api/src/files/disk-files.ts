import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../config/data-dir-state.ts';
import { syncToDisk } from '../config/sync-to-disk.ts';
import { type FileStore, keyForm, newKey } from './file-store.ts';

/** File store in a folder, spread over 256 sub-folders. */
export async function openDiskFiles(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => {
    if (!keyForm.test(key)) throw new Error('This is no key of the file store.');
    return path.join(folder, key.slice(-2), key);
  };
  return {
    async put(tempPath, { key = newKey() }) {
      const target = pathOf(key);
      const parent = path.dirname(target);
      if ((await mkdir(parent, { recursive: true, mode: 0o700 })) !== undefined) await syncToDisk(folder);
      const unfinished = `${target}.part`;
      await copyFile(tempPath, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await syncToDisk(unfinished);
      await rename(unfinished, target);
      await syncToDisk(parent);
      return key;
    },
    async open(key, range) {
      const stats = await stat(pathOf(key)).catch(ignoreMissing);
      return stats && { stream: createReadStream(pathOf(key), range), size: stats.size };
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    // Only readability: a full disk still serves files, and uploads fail with their own error.
    check: () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
    async *keysBefore(instant) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        const stats = entry.isFile() ? await stat(file).catch(ignoreMissing) : undefined;
        if (!stats || stats.mtime >= instant) continue;
        if (keyForm.test(entry.name)) yield entry.name;
        // An unfinished copy has no key.
        else if (entry.name.endsWith('.part')) await rm(file, { force: true });
      }
    },
  };
}
