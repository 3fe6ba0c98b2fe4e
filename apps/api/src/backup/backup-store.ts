import type { Readable } from 'node:stream';

/** Store of backups: named streams of bytes, in a folder or in object storage. */
export interface BackupStore {
  /** The place as a person would write it; never with a password. */
  readonly label: string;
  /** Lists the names of files and folders at the top or in a folder. */
  names(below?: string): Promise<string[]>;
  /** Opens a file; undefined when there is none of this name. */
  read(name: string): Promise<Readable | undefined>;
  /** Writes a file whole or not at all. */
  write(name: string, source: Readable): Promise<void>;
  /** Gives a file of this size a second name without moving its bytes; false when that cannot be done. */
  link(earlier: string, name: string, size: number): Promise<boolean>;
  /** Flushes what was written, so that it survives a power cut. */
  settle(): Promise<void>;
  /** Removes everything below a name. */
  remove(name: string): Promise<void>;
}

/** A backup in its store. */
export interface BackupSpot {
  readonly store: BackupStore;
  readonly name: string;
}

/** Form of the name of a backup: the instant it was begun. */
const stampForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export function stampOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export const isStamp = (name: string) => stampForm.test(name);

export const manifestName = 'manifest.json';

export function describeSpot({ store, name }: BackupSpot): string {
  return `${store.label.replace(/\/$/u, '')}/${name}`;
}

/** Lists the backups of a store, oldest first, and whether each is whole. */
export async function listBackups(store: BackupStore): Promise<{ name: string; whole: boolean }[]> {
  const backups = [];
  for (const name of (await store.names()).filter(isStamp).toSorted()) {
    backups.push({ name, whole: (await store.names(name)).includes(manifestName) });
  }
  return backups;
}
