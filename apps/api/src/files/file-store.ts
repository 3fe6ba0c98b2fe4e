import type { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

/** Where the bytes of files lie. Keys are random and made here; no name of a person's choosing becomes part of one. */
export interface FileStore {
  /** Copies a file in, to stay: when this returns, the bytes survive a power cut. `key`: the one it had in another store. */
  put(tempPath: string, meta: { readonly contentType: string; readonly key?: string }): Promise<string>;
  /** Opens a file, or a part of it. `size` is that of the whole file. Undefined when the store has no such key. */
  open(key: string, range?: ByteRange): Promise<{ readonly stream: Readable; readonly size: number } | undefined>;
  /** Removes a file; one that is gone already is no error. */
  delete(key: string): Promise<void>;
  /**
   * Looks whether files can be put in and opened, at the cost of one small question, until the signal.
   * @throws whatever keeps them from it.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Every key older than the instant, for the clean-up of files that no row names. */
  keysBefore(instant: Date): AsyncIterable<string>;
}
