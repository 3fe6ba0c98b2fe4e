import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, reasonOf } from '../../config/data-dir.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { BackupStore } from './store-types.ts';

/** Backups in a folder. It is made with the first thing written. */
export async function openDiskStore(folder: string): Promise<BackupStore> {
  const touched = new Set<string>();
  const pathOf = (name: string) => path.join(folder, name);
  const touch = (parent: string) => {
    for (let each = parent; each.startsWith(folder); each = path.dirname(each)) touched.add(each);
  };
  const explain = (error: unknown): never => {
    throw new StartupError(`The folder ${folder} cannot be used: ${reasonOf(error)}.`);
  };
  return {
    label: folder,
    async names(below = '') {
      return readdir(pathOf(below)).catch((error: unknown) => (isMissing(error) ? [] : explain(error)));
    },
    async read(name) {
      const found = await stat(pathOf(name)).catch((error: unknown) => (isMissing(error) ? undefined : explain(error)));
      return found?.isFile() === true ? createReadStream(pathOf(name)) : undefined;
    },
    async write(name, source) {
      const target = pathOf(name);
      const parent = path.dirname(target);
      const unfinished = `${target}.part`;
      try {
        await makeFolder(parent, 0o700, 0o700);
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(unfinished, target);
      } catch (error) {
        source.destroy();
        await rm(unfinished, { force: true }).catch(() => {});
        if (!isOurs(error, folder)) throw error;
        explain(error);
      }
      touch(parent);
    },
    async repeat(earlier, name, bytes) {
      const target = pathOf(name);
      const parent = path.dirname(target);
      try {
        const found = await stat(pathOf(earlier));
        if (!found.isFile() || found.size !== bytes) return false;
        await mkdir(parent, { recursive: true, mode: 0o700 });
        await link(pathOf(earlier), target);
      } catch (error) {
        if (isMissing(error) || cannotLink(error)) return false;
        explain(error);
      }
      touch(parent);
      return true;
    },
    async settle() {
      for (const each of touched) await syncFolder(each);
      await syncFolder(path.dirname(folder));
      touched.clear();
    },
    async remove(name) {
      await rm(pathOf(name), { recursive: true, force: true });
    },
    pathOf,
  };
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A file system without second names for a file, or one that has given out all it has. */
const cannotLink = (error: unknown) =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Whether this folder is what failed, or one above it, and not the source of the bytes. */
function isOurs(error: unknown, folder: string): boolean {
  const { syscall, path: where } = error as NodeJS.ErrnoException;
  return (
    syscall !== undefined &&
    syscall !== 'read' &&
    (where === undefined || where.startsWith(folder) || folder.startsWith(where))
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
