import { findMarker } from '../files/storage-ownership.ts';
import { hasFileWith } from '../files/file.store.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Services } from '../services.ts';
import { purgeSessions } from '../auth/session/session.store.ts';
import { purgeThrottles } from '../limits/throttle.store.ts';

/** Far older than any request can be, and time to notice that something is wrong. */
const fileAge = 24 * 3_600_000;

/** Removes what nobody needs any more: dead sessions, and files whose request died before its rows were written. */
export async function cleanUp(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await purgeSessions(db, now);
  await purgeThrottles(db, now);
  await removeOrphans(services);
}

async function removeOrphans(services: Services): Promise<void> {
  const { db, files, log } = services;
  const marker = await findMarker(services);
  if (marker === undefined) return warnOnce(services);
  let removed = 0;
  for await (const key of files.keysBefore(new Date(Date.now() - fileAge))) {
    if (key === marker || (await hasFileWith(db, key))) continue;
    await files.delete(key);
    removed += 1;
  }
  if (removed > 0) log.info({ removed }, 'Files without a row were removed.');
}

const warned = new WeakSet<FileStore>();

function warnOnce({ files, log }: Services): void {
  if (warned.has(files)) return;
  warned.add(files);
  log.warn(
    'The file store was not begun with this database: files that no row names are left there. Check DATABASE_URL, DATA_DIR and STORAGE_URL.',
  );
}
