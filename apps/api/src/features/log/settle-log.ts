import { type Checkpoint, parseCheckpoint, parseVerifierKey, rootOf, toBase64 } from '@baraza/transparency-log';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { renameLog } from './append-to-log.ts';
import { logSigner } from './log-key.ts';
import { listVerifierKeys, readCheckpoint, readHashes, writeWentBackAt } from './log.store.ts';
import { lastPublished } from './published-file.ts';

/** Gives the log a new name where its database is not the one that was published last. Returns whether it went back. */
export async function settleLog(services: Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>): Promise<boolean> {
  const { db, settings, clock } = services;
  const note = await readCheckpoint(db);
  if (note === undefined) return false;
  const present = parseCheckpoint(note);
  const names = (await listVerifierKeys(db)).map(({ verifierKey }) => parseVerifierKey(verifierKey).name);
  const last = await lastPublished(settings.dataDir);
  const wentBack = last !== undefined && (!names.includes(last.origin) || (await differs(db, present, last)));
  const { name } = (await logSigner(services)).key;
  // A former name is not taken up again either: it was said to go on elsewhere.
  if (wentBack || (name !== present.origin && names.includes(name))) await writeWentBackAt(db, clock.now());
  await renameLog(services);
  return wentBack;
}

/** Whether the tree of today does not begin with the one that was published under the same name. */
async function differs(db: Database, present: Checkpoint, last: Checkpoint): Promise<boolean> {
  if (last.origin !== present.origin) return false;
  return last.size > present.size || toBase64(await rootOf(readHashes(db), last.size)) !== toBase64(last.root);
}
