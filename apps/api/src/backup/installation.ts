import type { OpenDatabase } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { KeyMaterial } from './key-material.ts';

/** An installation to back up. */
export interface Installation {
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly files: FileStore;
  readonly key: KeyMaterial;
}
