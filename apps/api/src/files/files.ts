import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileMessage } from '@baraza/contract/core/message';
import { requireNotMoved } from '../config/data-dir-state.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { AppError } from '../http/errors.ts';
import { fromOutage } from '../http/service-errors.ts';
import { openDiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { openS3Files } from './s3-files.ts';
import { createTempFiles } from './temp-files.ts';

/** Opens the store that STORAGE_URL names, else the folder of files in the data folder. */
export async function openFiles(
  { storageUrl, storageKeys: keys, dataDir }: Pick<Settings, 'storageUrl' | 'storageKeys' | 'dataDir'>,
  mayBeAway = false,
): Promise<FileStore> {
  if (storageUrl !== undefined) return openS3Files(storageUrl, { mayBeAway, keys });
  await requireNotMoved(dataDir);
  return openDiskFiles(path.join(dataDir, 'files'));
}

/** Limits a file store to keys of one installation: two that share a store by mistake never delete each other's files. */
export function filesOfInstallation(store: FileStore, installationId: string): FileStore {
  const prefix = installationId.slice(0, 8);
  return {
    ...store,
    put: (tempPath, { contentType, key = prefix + randomBytes(12).toString('hex') }) =>
      store.put(tempPath, { contentType, key }).catch(explainRefusal),
    async *keysBefore(instant) {
      for await (const key of store.keysBefore(instant)) if (key.startsWith(prefix)) yield key;
    },
  };
}

/** Whatever keeps a file from being stored, the rest of the portal goes on. @throws AppError */
function explainRefusal(cause: unknown): never {
  const outage = fromOutage(cause);
  const isFull = outage?.code === 'STORAGE_FULL';
  throw Object.assign(isFull ? outage : new AppError('UNAVAILABLE', fileMessage.away, { retryAfter: 30 }), { cause });
}

/** Puts a trial file and deletes it again. @throws StartupError when nothing can be stored. */
export async function requireWritable(files: FileStore, dataDir: string): Promise<void> {
  try {
    await using temporary = createTempFiles(dataDir);
    const file = temporary.newPath();
    await writeFile(file, 'A trial.\n', { mode: 0o600 });
    await files.delete(await files.put(file, { contentType: 'text/plain' }));
  } catch (error) {
    const { name, message } = error as Error;
    throw new StartupError(
      `Nothing can be put into the file store (${name}: ${message.split('\n')[0]}). Check STORAGE_URL and the credentials, or DATA_DIR.`,
    );
  }
}
