import path from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { openDiskStore } from './disk-store.ts';
import { openS3Store } from './s3-store.ts';
import type { BackupStore } from './store-types.ts';

/** A backup in its store; `name` is empty when it lies there alone. */
export interface BackupSpot {
  readonly store: BackupStore;
  readonly name: string;
}

/** Form of the name of a backup: the instant it was begun. */
const stampForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export function stampOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export const manifestName = 'manifest.json';

/** Name, within the store, of a part of a backup. */
export function within(backup: string, name: string): string {
  return backup === '' ? name : `${backup}/${name}`;
}

export function describeSpot({ store, name }: BackupSpot): string {
  return name === '' ? store.label : `${store.label.replace(/\/$/u, '')}/${name}`;
}

function isObjectStorage(target: string): boolean {
  return target.startsWith('s3://');
}

/**
 * Opens the store that a person named.
 * @throws StartupError when it cannot be used.
 */
export async function openStore(target: string): Promise<BackupStore> {
  return isObjectStorage(target) ? openS3Store(target) : openDiskStore(path.resolve(target));
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

/** Lists the backups of a store, oldest first, and whether each is whole. */
export async function listBackups(store: BackupStore): Promise<{ name: string; whole: boolean }[]> {
  const names = (await store.names()).filter((name) => stampForm.test(name)).toSorted();
  const backups = [];
  for (const name of names) {
    const manifest = await store.read(within(name, manifestName));
    manifest?.destroy();
    backups.push({ name, whole: manifest !== undefined });
  }
  return backups;
}

/**
 * Finds the named backup, or the newest whole one of the named store.
 * @throws StartupError when there is none.
 */
export async function findBackup(target: string, report: (line: string) => void): Promise<BackupSpot> {
  const { parent, last } = split(target);
  if (stampForm.test(last)) return { store: await openStore(parent), name: last };
  const store = await openStore(target);
  const alone = await store.read(manifestName);
  alone?.destroy();
  if (alone) return { store, name: '' };
  const backups = await listBackups(store);
  const newest = backups.findLast(({ whole }) => whole);
  if (!newest) {
    const half = backups.length === 0 ? '' : ` (${backups.at(-1)?.name} is not whole)`;
    throw new StartupError(`There is no backup in ${store.label}${half}.`);
  }
  for (const { name } of backups.filter((backup) => backup.name > newest.name))
    report(`${name} is passed over: it is not whole.`);
  return { store, name: newest.name };
}

/** Whether an address names a backup instead of a store of backups. */
export function isBackupName(target: string): boolean {
  return stampForm.test(split(target).last);
}
