import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A log that the witness cosigns. */
export interface KnownLog {
  readonly origin: string;
  /** Public keys of the log, as it published them when it was added. */
  readonly verifierKeys: readonly string[];
  /** Start of a log that continues another: the former origin, its number of entries and their root in base64. */
  readonly begins?: { readonly from: string; readonly size: number; readonly root: string };
  /** Origin under which the log continues. */
  readonly continuedAs?: string;
  /** Newest checkpoint that was cosigned. */
  readonly note?: string | undefined;
}

/** Limit of evidence files, so that a log cannot fill the disk. */
const maxEvidence = 50_000;

export type WitnessStore = Awaited<ReturnType<typeof openStore>>;

/** Opens the folder of a witness: its key, a file for each log, and the evidence. */
export async function openStore(folder: string) {
  const evidence = path.join(folder, 'evidence');
  await mkdir(evidence, { recursive: true, mode: 0o700 });
  const fileOf = (origin: string) => path.join(folder, `log-${nameOf(origin)}.json`);
  return {
    /** Reads the secret key of the witness, made at the first call. */
    async seed(): Promise<Uint8Array> {
      const file = path.join(folder, 'key');
      const known = await readIfThere(file);
      if (known !== undefined) return Buffer.from(known, 'base64');
      const seed = randomBytes(32);
      await replaceFile(file, seed.toString('base64'));
      return seed;
    },
    async findLog(origin: string): Promise<KnownLog | undefined> {
      const text = await readIfThere(fileOf(origin));
      return text === undefined ? undefined : JSON.parse(text);
    },
    saveLog: (log: KnownLog) => replaceFile(fileOf(log.origin), JSON.stringify(log)),
    /** Keeps a text signed by a log as evidence, once for each text. */
    async keepEvidence(signed: string, text: string): Promise<void> {
      if ((await readdir(evidence)).length >= maxEvidence) return;
      await replaceFile(path.join(evidence, `${nameOf(signed)}.txt`), text);
    },
    hasLogs: async () => (await readdir(folder)).some((name) => name.startsWith('log-')),
  };
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file whole and durably: a checkpoint must be on the disk before it is cosigned. */
async function replaceFile(file: string, text: string): Promise<void> {
  const half = `${file}.new`;
  await writeFile(half, text, { mode: 0o600, flush: true });
  await rename(half, file);
  // Without this a power cut can bring the former file back.
  const folder = await open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
