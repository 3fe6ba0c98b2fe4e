import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, describeSpot } from './backup-store.ts';
import type { Entry } from './manifest.ts';

/** Passes bytes on, counting them and computing their SHA-256. */
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

/** Writes a stream into the backup; its hash is that of the content, not of the encrypted file. */
export async function writeEntry({ store, name: backup }: BackupSpot, name: string, source: Readable): Promise<Entry> {
  const sum = summing();
  try {
    await Promise.all([store.writeSealed(`${backup}/${name}`, sum), pipeline(source, sum)]);
  } catch (error) {
    sum.destroy();
    throw error;
  }
  return { name, ...sum.sum() };
}

/** Writes a stream into the backup, compressed. */
export async function writePacked(spot: BackupSpot, name: string, source: Readable): Promise<Entry> {
  const packed = createGzip({ level: 3 });
  const [entry] = await Promise.all([writeEntry(spot, name, packed), pipeline(source, packed)]);
  return entry;
}

/** Opens an entry of the backup without comparing its hash. */
export async function openEntry(spot: BackupSpot, name: string): Promise<Readable> {
  const source = await spot.store.readSealed(`${spot.name}/${name}`);
  if (!source) throw new StartupError(`The backup ${describeSpot(spot)} is damaged: ${name} is missing.`);
  return source;
}

/** Opens a compressed entry of the backup. */
export async function openPacked(spot: BackupSpot, name: string): Promise<Readable> {
  const unpacked = createGunzip();
  // The reader of `unpacked` gets the error.
  pipeline(await openEntry(spot, name), unpacked).catch(() => {});
  return unpacked;
}

/** Compares a backup entry with its hash, and writes it to `into` if given. */
export async function checkEntry(spot: BackupSpot, { name, bytes, sha256 }: Entry, into?: () => Writable) {
  const sum = summing();
  // `into` is called once the entry is open, so that no error of its stream goes unhandled.
  await pipeline(await openEntry(spot, name), sum, into?.() ?? new PassThrough().resume());
  const actual = sum.sum();
  if (actual.bytes !== bytes || actual.sha256 !== sha256) throw alteredEntry(spot, name);
}

export function alteredEntry(spot: BackupSpot, name: string): StartupError {
  return new StartupError(`The backup ${describeSpot(spot)} is damaged: ${name} was altered or cut.`);
}
