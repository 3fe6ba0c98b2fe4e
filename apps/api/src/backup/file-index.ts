import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A file as its row tells of it. */
export interface IndexedFile {
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

/** Reads the list of files, line by line. */
export async function* readIndex(source: Readable): AsyncGenerator<IndexedFile> {
  // readline does not pass on what goes wrong with what it reads.
  let failure: Error | undefined;
  const lines = createInterface({ input: source, crlfDelay: Infinity });
  source.once('error', (error) => {
    failure = error;
    lines.close();
  });
  for await (const line of lines) {
    const [key = '', sha256 = '', size = ''] = line.split('\t');
    yield { key, sha256, size: Number(size) };
  }
  if (failure) throw failure;
}

/** Where the bytes of a file lie within a backup. */
export function fileName(key: string): string {
  return `files/${key.slice(0, 2)}/${key}`;
}
