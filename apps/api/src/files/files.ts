import path from 'node:path';
import { openDiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { requireNotMoved } from '../config/data-dir-state.ts';
import { openS3Files } from './s3-files.ts';
import type { Settings } from '../config/settings.ts';

/** Opens the store that STORAGE_URL names, or the folder of files in the data folder. */
export async function openFiles({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<FileStore> {
  if (storageUrl !== undefined) return openS3Files(storageUrl);
  await requireNotMoved(dataDir);
  return openDiskFiles(path.join(dataDir, 'files'));
}
