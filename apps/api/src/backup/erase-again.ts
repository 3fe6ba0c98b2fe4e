import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { reapplyErasures } from '../features/privacy/erase-account.ts';
import { systemClock } from '../config/clock.ts';
import type { Settings } from '../config/settings.ts';
import { addErasures } from './erasures.ts';
import type { RestoredPlace } from './restore-backup.ts';

/** Erases again whoever was erased since the backup, before a server starts; returns their number. */
export async function eraseAgain(
  { database, files }: RestoredPlace,
  lists: AsyncIterable<Readable>,
  { settings, log }: { readonly settings: Settings; readonly log: FastifyBaseLogger },
): Promise<number> {
  await addErasures(database.pool, lists);
  return reapplyErasures({ db: database.db, files, settings, log, clock: systemClock });
}
