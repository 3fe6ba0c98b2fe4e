import { setTimeout as sleep } from 'node:timers/promises';
import { mailLogAlarm } from '../../auth/mails.ts';
import type { Services } from '../../services.ts';
import { appendToLog, batch, LogAltered } from './append-to-log.ts';
import { writeAlteredAt } from './log.store.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';
import { hasGoneBack, settleLog } from './settle-log.ts';
import { listGuardians } from './witness.store.ts';

/** Milliseconds until an altered log is reported again. */
const alarmPause = 60_000;

/** Appends all events that wait and publishes the checkpoint. An altered log is reported and left as it is. */
export async function sequenceLog(services: Services, signal: AbortSignal): Promise<void> {
  try {
    // After a failover under the running server the database may lack what was published.
    if ((await hasGoneBack(services)) && (await settleLog(services)))
      services.log.error({ outcome: 'log went back' }, wentBackText);
    while ((await appendToLog(services)) === batch);
    await publishCheckpoint(services);
  } catch (error) {
    if (!(error instanceof LogAltered)) throw error;
    services.log.error({ err: error, outcome: 'log altered' }, 'The log was altered. Run npm run verify-log.');
    await reportAltered(services);
    // What was signed before goes on being witnessed, and witnesses that refuse or are silent are reported.
    await publishCheckpoint(services);
    await sleep(alarmPause, undefined, { signal });
  }
}

/** Appends what waits before a server stops: started with another key, it could no longer check its tombstones. */
export async function appendRest(services: Services): Promise<void> {
  try {
    while ((await appendToLog(services)) === batch);
  } catch (error) {
    services.log.warn({ err: error }, 'Some events are not in the log yet. The next start appends them.');
  }
}

/** Settles the log at a start. Returns whether it went back; an altered one is left to the sequencer, and complaints go on. */
export async function settleAtStart(services: Services): Promise<boolean> {
  try {
    return await settleLog(services);
  } catch (error) {
    if (error instanceof LogAltered) return false;
    throw error;
  }
}

/** Mails oversight and administrators, once, that the log is not as it was signed. */
async function reportAltered(services: Services): Promise<void> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    if (!(await writeAlteredAt(tx, clock.now()))) return;
    for (const to of await listGuardians(tx)) await mailLogAlarm(tx, services, { to, alarm: 'altered' });
  });
}

export const wentBackText =
  'The database went back: it lacks entries of the log that were published. The log goes on under a new name.';
