import type { Readable } from 'node:stream';

/** Store of backups: named streams of bytes, in a folder or in object storage. */
export interface BackupStore {
  /** The place as a person would write it; never with a password. */
  readonly label: string;
  /** Lists the names of files and folders at the top or in a folder. */
  names(below?: string): Promise<string[]>;
  /** Opens a file; undefined when there is none of this name. */
  read(name: string): Promise<Readable | undefined>;
  /** Writes a file whole or not at all, and never over another one. */
  write(name: string, source: Readable): Promise<void>;
  /**
   * Gives a file of this size a second name without moving its bytes. False, and nothing done, when it is missing or the store cannot
   * do that.
   */
  repeat(earlier: string, name: string, bytes: number): Promise<boolean>;
  /** Flushes what was written, so that it survives a power cut. */
  settle(): Promise<void>;
  /** Removes everything below a name. */
  remove(name: string): Promise<void>;
  /** The path of a file of this name, where the store is a folder. */
  pathOf(name: string): string | undefined;
}
