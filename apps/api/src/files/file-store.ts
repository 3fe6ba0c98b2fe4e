import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Form of the names of stored and temporary files: nothing that a person chose. */
export const keyForm = /^[0-9a-f]{32}$/;

export const newKey = () => randomBytes(16).toString('hex');

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** Storage of file bytes under random keys, which never contain user input. */
export interface FileStore {
  /** Stores a copy durably, surviving power cuts. `key`: its key in another store. */
  put(tempPath: string, meta: { readonly contentType: string; readonly key?: string }): Promise<string>;
  /** Opens a file or a range; `size` is the whole file's. Undefined for an unknown key. */
  open(key: string, range?: ByteRange): Promise<{ readonly stream: Readable; readonly size: number } | undefined>;
  delete(key: string): Promise<void>;
  /** Checks with one cheap request that files can be read; throws why they cannot. */
  check(signal: AbortSignal): Promise<void>;
  /** Lists keys older than an instant, for removing orphaned files. */
  keysBefore(instant: Date): AsyncIterable<string>;
}
