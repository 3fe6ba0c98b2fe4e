import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, describeSpot } from './backup-store.ts';
import type { Entry, IndexedFile, Manifest } from './manifest.ts';

/** Lets bytes through, counts them and takes their SHA-256. */
function summing(): Transform & { sum(): Pick<Entry, 'bytes' | 'sha256'> } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(through, { sum: () => ({ bytes, sha256: hash.digest('hex') }) });
}

/** Writes a stream into the backup as it is. */
export async function writeEntry({ store, name: backup }: BackupSpot, name: string, source: Readable): Promise<Entry> {
  const sum = summing();
  try {
    await Promise.all([store.write(`${backup}/${name}`, sum), pipeline(source, sum)]);
  } catch (error) {
    sum.destroy();
    throw error;
  }
  return { name, ...sum.sum() };
}

/** Writes a stream into the backup, packed. */
export async function writePacked(spot: BackupSpot, name: string, source: Readable): Promise<Entry> {
  const packed = createGzip({ level: 3 });
  const [entry] = await Promise.all([writeEntry(spot, name, packed), pipeline(source, packed)]);
  return entry;
}

/** Opens something of the backup; its bytes are not compared with their hash. */
export async function openEntry(spot: BackupSpot, name: string): Promise<Readable> {
  const source = await spot.store.read(`${spot.name}/${name}`);
  if (!source) throw new StartupError(`The backup ${describeSpot(spot)} is damaged: ${name} is missing.`);
  return source;
}

/** Opens something of the backup that was packed. */
export async function openPacked(spot: BackupSpot, name: string): Promise<Readable> {
  const unpacked = createGunzip();
  // The reader of `unpacked` sees the failure.
  pipeline(await openEntry(spot, name), unpacked).catch(() => {});
  return unpacked;
}

/** Compares something of the backup with its hash while it goes somewhere. */
export async function checkEntry(spot: BackupSpot, { name, bytes, sha256 }: Entry, into?: Writable): Promise<void> {
  const sum = summing();
  await pipeline(await openEntry(spot, name), sum, into ?? new PassThrough().resume());
  const found = sum.sum();
  if (found.bytes !== bytes || found.sha256 !== sha256) throw alteredEntry(spot, name);
}

export function alteredEntry(spot: BackupSpot, name: string): StartupError {
  return new StartupError(`The backup ${describeSpot(spot)} is damaged: ${name} was altered or cut.`);
}

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

/** Lists the files that the backup holds, with the hash of their bytes there. */
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

/** Files at a time; object storage answers each one late. */
const width = 6;

/** Does the work for each file, reporting every thousandth; a failure ends it once those under way have ended. */
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
