import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { reapplyErasures } from '../features/privacy/erase-account.ts';
import { systemClock } from '../config/clock.ts';
import { keyFrom, readKept, secretFile } from '../config/data-dir.ts';
import { deriveKeys } from '../crypto/keys.ts';
import type { Settings } from '../config/settings.ts';
import { addErasures } from './erasures.ts';
import type { RestoredPlace } from './restore-backup.ts';

/** Takes out of a restored database whoever was erased since the backup, before anybody can start on it. Answers how many. */
export async function eraseAgain(
  { database, files }: RestoredPlace,
  lists: AsyncIterable<Readable>,
  { settings, log }: { readonly settings: Settings; readonly log: FastifyBaseLogger },
): Promise<number> {
  await addErasures(database.pool, lists);
  const { secretKey, dataDir } = settings;
  const key = secretKey === undefined ? await readKept(path.join(dataDir, secretFile)) : keyFrom(secretKey);
  if (!key) throw new Error('The restored place has no key.');
  return reapplyErasures({ db: database.db, files, settings, log, clock: systemClock, keys: deriveKeys(key) });
}
