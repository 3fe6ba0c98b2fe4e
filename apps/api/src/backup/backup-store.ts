import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { StartupError } from '../config/startup-error.ts';
import { syncToDisk } from '../config/sync-to-disk.ts';
import { measureSeal, openSealed, type Seal, sealedEnding, sealStream } from './seal.ts';

export type BackupStore = ReturnType<typeof openStore>;

export interface BackupSpot {
  readonly store: BackupStore;
  readonly name: string;
}

/** Opens a folder for backups, created by the first write. @throws StartupError for an address. */
export function openStore(target: string, seal: Seal = {}) {
  if (/^[a-z][\w+.-]*:\/\//iu.test(target))
    throw new StartupError('Backups go to a folder: name one, and copy it to the bucket from there.');
  const folder = path.resolve(target);
  const changed = new Set<string>();
  const pathOf = (name: string) => path.join(folder, name);
  const explain = (error: Error): never => {
    throw new StartupError(`The folder ${folder} cannot be used: ${error.message}.`);
  };
  const prepareParent = async (file: string) => {
    const parent = path.dirname(file);
    if (changed.has(parent)) return;
    await mkdir(parent, { recursive: true, mode: 0o700 }).catch(explain);
    for (let each = parent; each.startsWith(folder); each = path.dirname(each)) changed.add(each);
  };
  const { recipient } = seal;
  const ending = recipient === undefined ? '' : sealedEnding;
  let sizes: ReturnType<typeof measureSeal> | undefined;
  const sizeOf = async (bytes: number) =>
    recipient === undefined ? bytes : (await (sizes ??= measureSeal(recipient)))(bytes);
  const open = async (name: string) => {
    const stats = await stat(pathOf(name)).catch((error: Error) => (isMissing(error) ? undefined : explain(error)));
    return stats?.isFile() === true ? createReadStream(pathOf(name)) : undefined;
  };
  return {
    folder,
    seal,
    names: (below = '') =>
      readdir(pathOf(below)).catch((error: Error): string[] => (isMissing(error) ? [] : explain(error))),
    read: open,
    /** Opens what `writeSealed` wrote, with whatever settings of that time. */
    async readSealed(name: string): Promise<Readable | undefined> {
      const sealed = await open(`${name}${sealedEnding}`);
      return sealed ? openSealed(seal, sealed, name) : open(name);
    },
    /** Writes a file encrypted if there is a recipient. */
    async writeSealed(name: string, source: Readable): Promise<void> {
      await this.write(`${name}${ending}`, recipient === undefined ? source : await sealStream(recipient, source));
    },
    /** Writes a file whole or not at all. */
    async write(name: string, source: Readable): Promise<void> {
      const file = pathOf(name);
      const unfinished = `${file}.part`;
      await prepareParent(file);
      try {
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    /** Links a file with content of this size under a second name; false when that is impossible. */
    async link(earlier: string, name: string, size: number): Promise<boolean> {
      await prepareParent(pathOf(name));
      try {
        if ((await stat(pathOf(earlier + ending))).size !== (await sizeOf(size))) return false;
        await link(pathOf(earlier + ending), pathOf(name + ending));
        return true;
      } catch {
        // Missing there, or a file system without links: the file is copied instead.
        return false;
      }
    },
    /** Flushes written files to disk, so that they survive a power cut. */
    async settle(): Promise<void> {
      for (const each of [...changed, path.dirname(folder)]) await syncToDisk(each);
    },
    remove: (name: string) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const stampForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const stampOf = (instant: Date): string => `${instant.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

export const manifestName = 'manifest.json';

export const describeSpot = ({ store, name }: BackupSpot): string => path.join(store.folder, name);

/** Lists the backups of a store, oldest first, and whether each is whole. */
export async function listBackups(store: BackupStore): Promise<{ name: string; whole: boolean }[]> {
  const backups = [];
  for (const name of (await store.names()).filter((each) => stampForm.test(each)).toSorted()) {
    backups.push({ name, whole: (await store.names(name)).includes(manifestName) });
  }
  return backups;
}

/** Finds the named backup, or the newest complete one in the named folder. */
export async function findBackup(target: string, report: (line: string) => void, seal: Seal = {}): Promise<BackupSpot> {
  const store = openStore(target, seal);
  const name = path.basename(store.folder);
  if (stampForm.test(name) || (await store.names()).includes(manifestName)) {
    return { store: openStore(path.dirname(store.folder), seal), name };
  }
  const backups = await listBackups(store);
  const newest = backups.findLast(({ whole }) => whole);
  for (const backup of backups.filter((each) => !newest || each.name > newest.name)) {
    report(`${backup.name} is passed over: it is not whole.`);
  }
  if (!newest) throw new StartupError(`There is no backup in ${store.folder}.`);
  return { store, name: newest.name };
}
