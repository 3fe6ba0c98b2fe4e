import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, describeSpot, within } from './store/backup-store.ts';
import type { Entry } from './manifest.ts';

/** Lets bytes through, counts them and takes their SHA-256. */
export function summing(): Transform & { sum(): Pick<Entry, 'bytes' | 'sha256'> } {
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

/** Writes a stream into the backup, packed or as it is, with no more of it in memory than a few pieces. */
export async function writeEntry(
  { store, name: backup }: BackupSpot,
  name: string,
  source: Readable,
  packed: boolean,
): Promise<Entry> {
  const sum = summing();
  const flow = packed ? pipeline(source, createGzip({ level: 3 }), sum) : pipeline(source, sum);
  const outcomes = await Promise.allSettled([store.write(within(backup, name), sum), flow]);
  const errors = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason as Error] : []));
  // The end that did not fail only knows that the other one left.
  const cause = errors.find((error) => codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') ?? errors[0];
  if (cause) throw cause;
  return { name, ...sum.sum() };
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code;

/** Opens something of the backup; its bytes are not compared with their hash. */
export async function openEntry(spot: BackupSpot, entry: Pick<Entry, 'name'>): Promise<Readable> {
  const source = await spot.store.read(within(spot.name, entry.name));
  if (!source) throw new StartupError(`The backup ${describeSpot(spot)} is damaged: ${entry.name} is missing.`);
  return source;
}

/** The same, unpacked. */
export async function openPacked(spot: BackupSpot, entry: Pick<Entry, 'name'>): Promise<Readable> {
  const source = await openEntry(spot, entry);
  const unpacked = createGunzip();
  // The reader of `unpacked` sees the failure.
  pipeline(source, unpacked).catch(() => {});
  return unpacked;
}

/**
 * Compares something of the backup with its hash.
 * @throws StartupError naming it, where it is missing or altered.
 */
export async function checkEntry(spot: BackupSpot, entry: Entry): Promise<void> {
  const { bytes, sha256 } = await sumOf(await openEntry(spot, entry));
  if (bytes !== entry.bytes || sha256 !== entry.sha256) throw alteredEntry(spot, entry.name);
}

export function alteredEntry(spot: BackupSpot, name: string): StartupError {
  return new StartupError(`The backup ${describeSpot(spot)} is damaged: ${name} was altered or cut.`);
}

/** Reads a stream to its end. */
export async function sumOf(source: Readable): Promise<Pick<Entry, 'bytes' | 'sha256'>> {
  const sum = summing();
  await pipeline(source, sum, async (chunks) => {
    for await (const _ of chunks);
  });
  return sum.sum();
}
