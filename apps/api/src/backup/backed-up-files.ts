import type { Readable } from 'node:stream';
import type { BackupSpot } from './backup-store.ts';
import { checkEntry, openPacked } from './entries.ts';
import type { Entry, IndexedFile, Manifest } from './manifest.ts';

/** Reads the list of files, line by line. */
export async function* readIndex(source: Readable): AsyncGenerator<IndexedFile> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key = '', sha256 = '', size = ''] = line.split('\t');
      yield { key, sha256, size: Number(size) };
    }
  }
}

/** Lists the files in the backup, with the hash of their bytes there. */
export async function* keptFiles(spot: BackupSpot, { files }: Manifest): AsyncGenerator<IndexedFile> {
  const left = new Set([...files.gone, ...files.missing]);
  const altered = new Map(files.altered.map((file) => [file.key, file]));
  for await (const file of readIndex(await openPacked(spot, files.index.name))) {
    if (!left.has(file.key)) yield altered.get(file.key) ?? file;
  }
}

/** Name of a file within a backup. */
export const fileName = (key: string): string => `files/${key.slice(-2)}/${key}`;

export function entryOf({ key, sha256, size }: IndexedFile): Entry {
  return { name: fileName(key), sha256, bytes: size };
}

/** Files copied at a time, since object storage responds slowly. */
const width = 6;

/** Runs work for each file and reports every thousandth. After a failure, only work under way is finished. */
export async function eachFile(
  files: AsyncGenerator<IndexedFile>,
  { total, report }: { readonly total: number; readonly report: (line: string) => void },
  work: (file: IndexedFile) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let count = 0;
  const worker = async () => {
    while (failures.length === 0) {
      const next = await files.next();
      if (next.done === true) return;
      await work(next.value);
      count += 1;
      if (count % 1_000 === 0) report(`${count} of ${total} files.`);
    }
  };
  await Promise.all(Array.from({ length: width }, () => worker().catch((error: unknown) => failures.push(error))));
  await files.return(undefined);
  if (failures.length > 0) throw failures[0];
}

/** Compares all parts of a backup with their hashes. */
export async function verifyBackup(spot: BackupSpot, manifest: Manifest, report: (line: string) => void) {
  const { tables, secret, files } = manifest;
  for (const { data } of tables) await checkEntry(spot, data);
  if (secret) await checkEntry(spot, secret);
  await checkEntry(spot, files.index);
  await eachFile(keptFiles(spot, manifest), { total: files.count, report }, (file) => checkEntry(spot, entryOf(file)));
}
