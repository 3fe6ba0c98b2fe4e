import { parseCheckpoint, parseVerifierKey, rootOf, toBase64 } from '@baraza/transparency-log';
import type { Services } from '../../services.ts';
import { renameLog } from './append-to-log.ts';
import { logSigner } from './log-key.ts';
import { listVerifierKeys, readCheckpoint, readHashes, writeWentBackAt } from './log.store.ts';
import { lastPublished } from './published-file.ts';

type LogOwner = Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>;

/** Renames the log where its database is not the one published last. Returns whether it went back. */
export async function settleLog(services: LogOwner): Promise<boolean> {
  const note = await readCheckpoint(services.db);
  if (note === undefined) return false;
  const wentBack = await hasGoneBack(services);
  const { name } = (await logSigner(services)).key;
  // A former name is not taken up again either: it was said to go on elsewhere.
  const isFormer = name !== parseCheckpoint(note).origin && (await listNames(services)).includes(name);
  await services.db.transaction(async (tx) => {
    if (wentBack || isFormer) await writeWentBackAt(tx, services.clock.now());
    await renameLog({ ...services, db: tx });
  });
  return wentBack;
}

/** Whether the log of today does not begin with the one that was published last. */
export async function hasGoneBack(services: Pick<LogOwner, 'db' | 'settings'>): Promise<boolean> {
  // Before the checkpoint: another process may publish meanwhile.
  const last = await lastPublished(services.settings.dataDir);
  const note = await readCheckpoint(services.db);
  if (last === undefined || note === undefined) return false;
  const present = parseCheckpoint(note);
  if (last.origin !== present.origin) return !(await listNames(services)).includes(last.origin);
  if (last.size > present.size) return true;
  const root = last.size === present.size ? present.root : await rootOf(readHashes(services.db), last.size);
  return toBase64(root) !== toBase64(last.root);
}

async function listNames({ db }: Pick<LogOwner, 'db'>): Promise<string[]> {
  return (await listVerifierKeys(db)).map(({ verifierKey }) => parseVerifierKey(verifierKey).name);
}
