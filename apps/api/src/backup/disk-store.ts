import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../config/data-dir.ts';
import { syncToDisk } from '../config/sync-to-disk.ts';
import { StartupError } from '../config/startup-error.ts';
import type { BackupStore } from './backup-store.ts';

/** Backups in a folder. It is made with the first thing written. */
export async function openDiskStore(folder: string): Promise<BackupStore> {
  const changed = new Set<string>();
  const pathOf = (name: string) => path.join(folder, name);
  const explain = (error: unknown): never => {
    throw new StartupError(`The folder ${folder} cannot be used: ${reasonOf(error)}.`);
  };
  const prepareParent = async (target: string) => {
    const parent = path.dirname(target);
    if (changed.has(parent)) return;
    await mkdir(parent, { recursive: true, mode: 0o700 }).catch(explain);
    for (let each = parent; each.startsWith(folder); each = path.dirname(each)) changed.add(each);
  };
  return {
    label: folder,
    names: (below = '') => readdir(pathOf(below)).catch((error: unknown) => (isMissing(error) ? [] : explain(error))),
    async read(name) {
      const stats = await stat(pathOf(name)).catch((error: unknown) => (isMissing(error) ? undefined : explain(error)));
      return stats?.isFile() === true ? createReadStream(pathOf(name)) : undefined;
    },
    async write(name, source) {
      const target = pathOf(name);
      const unfinished = `${target}.part`;
      await prepareParent(target);
      try {
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(unfinished, target);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async link(earlier, name, size) {
      const [source, target] = [pathOf(earlier), pathOf(name)];
      await prepareParent(target);
      try {
        if ((await stat(source)).size !== size) return false;
        await link(source, target);
        return true;
      } catch {
        // Missing there, or a file system without links: it is copied instead.
        return false;
      }
    },
    async settle() {
      for (const each of [...changed, path.dirname(folder)]) await syncToDisk(each);
    },
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
