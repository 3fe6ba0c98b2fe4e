import { parseCheckpoint } from '@baraza/transparency-log';
import type { Services } from '../../services.ts';
import { renameLog } from './append-to-log.ts';
import { readCheckpoint, writeWentBackAt } from './log.store.ts';
import { lastPublished } from './published-file.ts';

/** Gives the log a new name where its database lacks entries that were published. Returns how many. */
export async function settleLog(services: Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>): Promise<number> {
  const { db, settings, clock } = services;
  const note = await readCheckpoint(db);
  if (note === undefined) return 0;
  const [present, last] = [parseCheckpoint(note), await lastPublished(settings.dataDir)];
  const lost = last?.origin === present.origin ? Math.max(0, last.size - present.size) : 0;
  if (lost > 0) await writeWentBackAt(db, clock.now());
  await renameLog(services);
  return lost;
}
