import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, describeSpot, manifestName } from './backup-store.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const Entry = z.object({ name: z.string(), bytes: z.number(), sha256: digest });
export type Entry = z.infer<typeof Entry>;

const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number(), data: Entry });
export type TableEntry = z.infer<typeof Table>;

const IndexedFile = z.object({ key: z.string(), sha256: digest, size: z.number() });
export type IndexedFile = z.infer<typeof IndexedFile>;

const Manifest = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  installation: z.uuid(),
  /** Identifies the SECRET_KEY without revealing it. */
  keyId: z.string(),
  /** Key of the data folder; null if SECRET_KEY was set. */
  secret: Entry.nullable(),
  /** Public key that the entries are encrypted for; null when they are not. */
  recipient: z.string().nullable(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  /** Each table comes after those its rows refer to. */
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.object({
    count: z.number(),
    /** One line for each file: key, SHA-256, size. */
    index: Entry,
    /** Removed by the application during the backup; a restore deletes their rows as well. */
    gone: z.array(z.string()),
    /** Missing in the file store before the backup. */
    missing: z.array(z.string()),
    /** Altered in the file store before the backup; with the hash of their bytes there. */
    altered: z.array(IndexedFile),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

const Sealed = z.object({ format: z.number(), sha256: digest, manifest: z.unknown() });

const format = 1;

const digestOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Writes the manifest, which completes a backup. */
export async function writeManifest({ store, name }: BackupSpot, manifest: Manifest): Promise<void> {
  const sealed = `${JSON.stringify({ format, sha256: digestOf(manifest), manifest }, null, 1)}\n`;
  await store.write(`${name}/${manifestName}`, Readable.from([Buffer.from(sealed)]));
}

/** Reads a backup's manifest. @throws StartupError when it is missing, damaged, or of an unknown form. */
export async function readManifest(spot: BackupSpot): Promise<Manifest> {
  const where = describeSpot(spot);
  const source = await spot.store.read(`${spot.name}/${manifestName}`);
  if (!source) throw new StartupError(`${where} is no whole backup: it has no ${manifestName}.`);
  const damaged = new StartupError(`The backup ${where} is damaged: ${manifestName} was altered or cut.`);
  const sealed = Sealed.safeParse(parseJson(await text(source)));
  if (!sealed.success || sealed.data.sha256 !== digestOf(sealed.data.manifest)) throw damaged;
  const read = Manifest.safeParse(sealed.data.manifest);
  if (sealed.data.format !== format || !read.success) {
    throw new StartupError(`The backup ${where} has a form that this version does not know. Use a newer version.`);
  }
  return read.data;
}

/** Parses JSON; undefined when malformed. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
