import { type BackupSpot, describeSpot, listBackups, within } from './store/backup-store.ts';
import type { BackupStore } from './store/store-types.ts';
import { checkEntry } from './entries.ts';
import { fileName, type IndexedFile } from './file-index.ts';
import { readManifest } from './manifest.ts';
import { wholeFiles } from './verify-backup.ts';

/*
 * Files never change, so a backup need not copy those that the one before holds: it gives them a second name.
 */

/** A file, and whether the earlier backup holds the same one. */
export interface Known extends IndexedFile {
  readonly known: boolean;
}

/** Files of the newest whole backup of this installation in the same place. */
export interface EarlierFiles {
  /** Marks the files of a list, in order of keys, that the earlier backup holds. */
  mark(list: AsyncIterable<IndexedFile>): AsyncIterable<Known>;
  /** Repeats a file in another backup; false: it has to be copied. */
  repeat(file: IndexedFile, backup: BackupSpot): Promise<boolean>;
}

/** Finds the earlier backup; undefined when there is none, or it is damaged, which is reported. */
export async function findEarlier(
  store: BackupStore,
  installation: string,
  report: (line: string) => void,
): Promise<EarlierFiles | undefined> {
  const newest = (await listBackups(store)).findLast(({ whole }) => whole);
  if (!newest) return undefined;
  const spot = { store, name: newest.name };
  try {
    const manifest = await readManifest(spot);
    if (manifest.installation !== installation) return undefined;
    await checkEntry(spot, manifest.files.index);
    return {
      mark: (list) => besides(list, wholeFiles(spot, manifest)),
      repeat: ({ key, size }, into) =>
        store.repeat(within(spot.name, fileName(key)), within(into.name, fileName(key)), size),
    };
  } catch (error) {
    report(`Every file is copied anew: ${error instanceof Error ? error.message : describeSpot(spot)}`);
    return undefined;
  }
}

/** Compares two lists in order of keys. A list in another order only has less in common. */
async function* besides(list: AsyncIterable<IndexedFile>, earlier: AsyncGenerator<IndexedFile>): AsyncGenerator<Known> {
  let other = await earlier.next();
  for await (const file of list) {
    while (other.done !== true && other.value.key < file.key) other = await earlier.next();
    const { key, sha256, size } = other.done === true ? nothing : other.value;
    yield { ...file, known: key === file.key && sha256 === file.sha256 && size === file.size };
  }
  await earlier.return(undefined);
}

const nothing: IndexedFile = { key: '', sha256: '', size: 0 };
