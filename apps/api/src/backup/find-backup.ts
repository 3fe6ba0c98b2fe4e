import path from 'node:path';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, type BackupStore, isStamp, listBackups, manifestName } from './backup-store.ts';
import { openDiskStore } from './disk-store.ts';
import { openS3Store } from './s3-store.ts';

export const isObjectStorage = (target: string) => target.startsWith('s3://');

/** Opens the store that a person named. */
export async function openStore(target: string): Promise<BackupStore> {
  return isObjectStorage(target) ? openS3Store(target) : openDiskStore(path.resolve(target));
}

/** Finds the named backup, or the newest whole one of the named store. */
export async function findBackup(target: string, report: (line: string) => void): Promise<BackupSpot> {
  const { parent, last } = split(target);
  if (isStamp(last)) return { store: await openStore(parent), name: last };
  const store = await openStore(target);
  if ((await store.names()).includes(manifestName)) return { store: await openStore(parent), name: last };
  const backups = await listBackups(store);
  const newest = backups.findLast(({ whole }) => whole);
  for (const { name } of backups.filter((backup) => !newest || backup.name > newest.name)) {
    report(`${name} is passed over: it is not whole.`);
  }
  if (!newest) throw new StartupError(`There is no backup in ${store.label}.`);
  return { store, name: newest.name };
}

/** Splits an address into its parent and the last part of its name. */
function split(target: string): { parent: string; last: string } {
  if (!isObjectStorage(target)) {
    const full = path.resolve(target);
    return { parent: path.dirname(full), last: path.basename(full) };
  }
  const url = new URL(target);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const last = parts.pop() ?? '';
  url.pathname = `/${parts.join('/')}`;
  return { parent: url.href, last };
}
