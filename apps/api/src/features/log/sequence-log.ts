import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { appendToLog, batch, LogAltered } from './append-to-log.ts';
import { publishCheckpoint } from './publish-checkpoint.ts';
import { hasGoneBack, settleLog } from './settle-log.ts';

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
    await sleep(alarmPause, undefined, { signal });
  }
}

export const wentBackText =
  'The database went back: it lacks entries of the log that were published. The log goes on under a new name.';
