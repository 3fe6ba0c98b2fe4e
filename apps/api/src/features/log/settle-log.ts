import { parseCheckpoint, parseVerifierKey, rootOf, toBase64 } from '@baraza/transparency-log';
import { mailLogAlarm } from '../../auth/mails.ts';
import type { Services } from '../../services.ts';
import { openSigned, renameLog } from './append-to-log.ts';
import { logSigner } from './log-key.ts';
import { listVerifierKeys, readCheckpoint, readHashes, writeWentBackAt } from './log.store.ts';
import { lastPublished } from './published-file.ts';
import { listGuardians } from './witness.store.ts';

type LogReader = Pick<Services, 'db' | 'settings' | 'keys'>;

/**
 * Renames the log where its database is not the one published last. Returns whether it went back.
 * @throws LogAltered when what is there is not what was signed.
 */
export async function settleLog(services: Services): Promise<boolean> {
  const present = await readSigned(services);
  if (present === undefined) return false;
  const wentBack = await hasGoneBack(services);
  const { name } = (await logSigner(services)).key;
  // A former name is not taken up again either: it was said to go on elsewhere.
  const isFormer = name !== present.origin && (await listNames(services)).includes(name);
  await services.db.transaction(async (tx) => {
    if (wentBack || isFormer) await writeWentBackAt(tx, services.clock.now());
    await renameLog({ ...services, db: tx });
    // A restore is known to them; a database that somebody took back is not.
    const guardians = wentBack ? await listGuardians(tx) : [];
    for (const to of guardians) await mailLogAlarm(tx, services, { to, alarm: 'wentBack' });
  });
  return wentBack;
}

/**
 * Whether the log of today does not begin with the one that was published last.
 * @throws LogAltered when its checkpoint is not signed.
 */
export async function hasGoneBack(services: LogReader): Promise<boolean> {
  // Before the checkpoint: another process may publish meanwhile.
  const published = await lastPublished(services.settings.dataDir);
  const present = await readSigned(services);
  if (published === undefined || present === undefined) return false;
  const last = parseCheckpoint(published);
  if (last.origin !== present.origin) return !(await listNames(services)).includes(last.origin);
  if (last.size > present.size) return true;
  const root = last.size === present.size ? present.root : await rootOf(readHashes(services.db), last.size);
  return toBase64(root) !== toBase64(last.root);
}

async function readSigned(services: LogReader) {
  const note = await readCheckpoint(services.db);
  return note === undefined ? undefined : openSigned(services.db, services, note);
}

async function listNames({ db }: Pick<LogReader, 'db'>): Promise<string[]> {
  return (await listVerifierKeys(db)).map(({ verifierKey }) => parseVerifierKey(verifierKey).name);
}
