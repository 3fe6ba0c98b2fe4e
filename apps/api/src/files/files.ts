import path from 'node:path';
import { openDiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { requireFilesNotMoved } from '../config/data-dir-state.ts';
import { openS3Files } from './s3-files.ts';
import type { Settings } from '../config/settings.ts';

/**
 * Opens the file store of STORAGE_URL, or the folder in the data folder.
 * @throws StartupError when it is unreachable, or the files were moved elsewhere.
 */
export async function openFiles({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<FileStore> {
  if (storageUrl !== undefined) return openS3Files(storageUrl);
  await requireFilesNotMoved(dataDir);
  return openDiskFiles(path.join(dataDir, 'files'));
}
