import { setTimeout as sleep } from 'node:timers/promises';
import { parseCheckpoint, rootOf, toBase64 } from '@baraza/transparency-log';
import { logAlarms, mailGuardians } from '../../auth/mails.ts';
import type { Services } from '../../services.ts';
import { appendToLog, batch, lastPublished, LogAltered, openSigned, renameLog } from './append-to-log.ts';
import { logSigner, readLogKeys } from './log-key.ts';
import * as store from './log.store.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';

/** Milliseconds until an altered log is reported again. */
const alarmPause = 60_000;

/** Appends all waiting events; returns how many. An altered log is reported and left as it is. */
export async function sequenceLog(services: Services, signal: AbortSignal): Promise<number> {
  try {
    // After a failover under the running server the database may lack published entries.
    if ((await hasGoneBack(services)) && (await settleLog(services)))
      services.log.error({ outcome: 'log went back' }, wentBackText);
    return await appendAll(services);
  } catch (error) {
    if (!(error instanceof LogAltered)) throw error;
    services.log.error({ err: error, outcome: 'log altered' }, 'The log was altered. Run npm run verify-log.');
    await services.db.transaction(async (tx) => {
      const isNew = await store.writeAlteredAt(tx, services.clock.now());
      if (isNew) await mailGuardians(tx, services, logAlarms.altered);
    });
    await sleep(alarmPause, undefined, { signal });
    return 0;
  }
}

async function appendAll(services: Services): Promise<number> {
  let [total, added] = [0, batch];
  for (; added === batch; total += added) added = await appendToLog(services);
  return total;
}

/** Publishes the newest checkpoint, beside the sequencer, since witnesses may be slow. */
export async function publishLog(services: Services): Promise<void> {
  const isBack = await hasGoneBack(services).catch((error: unknown) => {
    // An altered log keeps its earlier checkpoint: witnesses are asked for that one, and their refusal or silence is reported.
    if (error instanceof LogAltered) return false;
    throw error;
  });
  // Published before it is settled, a log that went back would not be noticed.
  if (!isBack) await publishCheckpoint(services);
}

/** Appends waiting events before a server stops: restarted with another key, it could not check their tombstones. */
export async function appendRest(services: Services): Promise<void> {
  try {
    await appendAll(services);
  } catch (error) {
    services.log.warn({ err: error }, 'Some events are not in the log yet. The next start appends them.');
  }
}

/** Settles the log at a start. Returns whether it lost entries; leaves an altered log to the sequencer, so that the server starts. */
export async function settleAtStart(services: Services): Promise<boolean> {
  try {
    return await settleLog(services);
  } catch (error) {
    if (error instanceof LogAltered) return false;
    throw error;
  }
}

export const wentBackText =
  'The database lacks entries of the log that were published. The log continues under a new name.';

/** Renames the log where it differs from the last published one; returns whether entries were lost. @throws LogAltered */
export async function settleLog(services: Services): Promise<boolean> {
  const present = await readSigned(services);
  if (present === undefined) return false;
  const wentBack = await hasGoneBack(services);
  const { name } = (await logSigner(services)).key;
  // A former name is not used again either: its log was continued under another name.
  const isFormer = name !== present.origin && (await listNames(services)).includes(name);
  await services.db.transaction(async (tx) => {
    if (wentBack || isFormer) await store.writeWentBackAt(tx, services.clock.now());
    await renameLog({ ...services, db: tx });
    // Guardians know of a restore, but not of a database that somebody set back.
    if (wentBack) await mailGuardians(tx, services, logAlarms.wentBack);
  });
  return wentBack;
}

/** Whether the log lacks or contradicts the last published one. @throws LogAltered */
async function hasGoneBack(services: Services): Promise<boolean> {
  // Read before the checkpoint: another process may publish in between.
  const published = await lastPublished(services.settings.dataDir);
  const present = await readSigned(services);
  if (published === undefined || present === undefined) return false;
  const last = parseCheckpoint(published);
  if (last.origin !== present.origin) return !(await listNames(services)).includes(last.origin);
  if (last.size > present.size) return true;
  const root = last.size === present.size ? present.root : await rootOf(store.readHashes(services.db), last.size);
  return toBase64(root) !== toBase64(last.root);
}

async function readSigned(services: Services) {
  const note = await store.readCheckpoint(services.db);
  return note === undefined ? undefined : openSigned(services.db, services, note);
}

async function listNames(services: Services): Promise<string[]> {
  return (await readLogKeys(services)).known.map(({ key }) => key.name);
}
