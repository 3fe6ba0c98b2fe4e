import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileRule } from '@baraza/contract/core/endpoint';
import { storageFull } from '../http/service-errors.ts';
import { standingOfStorage } from '../observability/storage.ts';
import { keyForm, newKey } from './file-store.ts';

export type TempFiles = ReturnType<typeof createTempFiles>;

export const tempFolder = (dataDir: string): string => path.join(dataDir, 'tmp');

/** A validated file, without metadata, in a temporary file that ends with the request. */
export interface ReceivedFile {
  readonly tempPath: string;
  /** Cleaned name for display. */
  readonly fileName: string;
  readonly kind: 'image' | 'video' | 'audio' | 'document';
  readonly contentType: string;
  readonly size: number;
  readonly seconds?: number | undefined;
  /** First page of a PDF as a WebP. */
  readonly preview?: Buffer | undefined;
  readonly sha256: Buffer;
  /** Declared name, type and length of an upload. */
  readonly declared?: string | undefined;
  /** Already filed, so its bytes are gone: only a repeat may name it. */
  readonly isFiled?: boolean;
}

/** A file as it was received, not yet examined. `size` counts every byte, also past the limit. */
export interface RawFile extends Pick<ReceivedFile, 'fileName' | 'size' | 'declared' | 'isFiled'> {
  readonly field: string;
  readonly rule: FileRule;
  readonly path: string;
  readonly declaredType: string;
}

/** Temporary files of one request. */
export function createTempFiles(dataDir: string) {
  const paths: string[] = [];
  return {
    /** Returns a new path, removed with all others at the end of the block. */
    newPath() {
      const file = path.join(tempFolder(dataDir), newKey());
      paths.push(file);
      return file;
    },
    requireRoom: () => requireRoom(dataDir),
    async [Symbol.asyncDispose]() {
      await Promise.all(paths.map((file) => rm(file, { force: true })));
    },
  };
}

/** Refuses files while the disk is nearly full. A full disk stops the embedded database. @throws AppError */
export async function requireRoom(dataDir: string): Promise<void> {
  if ((await standingOfStorage(dataDir)) === 'full') throw storageFull();
}

/** Creates the folder and removes files that killed processes left, and nothing else. Call while holding the folder's lock. */
export async function prepareTempFiles(dataDir: string): Promise<void> {
  const folder = tempFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = await readdir(folder, { withFileTypes: true });
  const files = left.filter((entry) => entry.isFile() && keyForm.test(entry.name));
  await Promise.all(files.map(({ name }) => rm(path.join(folder, name), { force: true })));
}
