import { open } from 'node:fs/promises';

/** Flushes a file or folder to disk: a rename survives a power cut only once its folder is there. */
export async function syncToDisk(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  await handle.sync();
}
