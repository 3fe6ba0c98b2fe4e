import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../files/file-store.ts';
import { createTempFiles } from '../files/temp-files.ts';
import { StartupError } from '../config/startup-error.ts';
import { summing } from './entries.ts';
import type { IndexedFile } from './file-index.ts';
import { inParallel } from './parallel.ts';
import type { Progress } from './progress.ts';

const width = 4;

export interface PutFiles {
  readonly into: FileStore;
  /** Opens the bytes of a file. */
  readonly source: (key: string) => Promise<Readable | undefined>;
  /** A folder for temporary files. */
  readonly dataDir: string;
  readonly progress: Progress;
}

/**
 * Puts files into a store under their keys, each compared with its hash before.
 * @throws StartupError naming the first one that is missing or altered.
 */
export async function putFiles(list: AsyncIterable<IndexedFile>, options: PutFiles): Promise<void> {
  await inParallel(list, width, async (file) => {
    await putFile(options, file.key, file);
    options.progress.add(file.size);
  });
}

/** Puts one file, if the source has it. Without `wanted` its bytes are not checked. */
export async function putFile(
  { into, source, dataDir }: PutFiles,
  key: string,
  wanted: Pick<IndexedFile, 'sha256' | 'size'> | undefined,
): Promise<void> {
  const stream = await source(key);
  if (!stream) {
    if (wanted) throw new StartupError(`The file ${key} is missing.`);
    return;
  }
  const scratch = createTempFiles(dataDir);
  try {
    const copy = scratch.newPath();
    const sum = summing();
    await pipeline(stream, sum, createWriteStream(copy, { mode: 0o600 }));
    const { bytes, sha256 } = sum.sum();
    if (wanted && (bytes !== wanted.size || sha256 !== wanted.sha256)) {
      throw new StartupError(`The file ${key} was altered or cut.`);
    }
    // The type of a file stands in its row; nobody reads that of the store.
    await into.put(copy, { contentType: 'application/octet-stream', key });
  } finally {
    await scratch.clean();
  }
}
