import { hasFileWith } from '../files/file.store.ts';
import { hasPiece } from '../files/resumable/upload.store.ts';
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

async function removeOrphans({ db, files, log }: Services): Promise<void> {
  let removed = 0;
  for await (const key of files.keysBefore(new Date(Date.now() - fileAge))) {
    if ((await hasFileWith(db, key)) || (await hasPiece(db, key))) continue;
    await files.delete(key);
    removed += 1;
  }
  if (removed > 0) log.info({ removed }, 'Files without a row were removed.');
}
