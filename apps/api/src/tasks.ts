import { purgeAccountLeftovers } from './auth/purge-leftovers.ts';
import { compactCounts } from './features/complaint/read/queue-count.store.ts';
import { sendHeldReply } from './features/complaint/transition/send-held-reply.ts';
import { recomputeTimers, processSlaReminders } from './features/sla/process-sla-reminders.ts';
import { publishNumbers } from './features/numbers/publish-numbers.ts';
import { sendDigests } from './features/notification/send-digests.ts';
import { notifyFollowers } from './features/known-issue/notify-followers.ts';
import { learnTargets } from './features/suggestion/learn-targets.ts';
import { applyRetention } from './features/privacy/retention.ts';
import { purgeUploads } from './files/resumable/upload.store.ts';
import { cleanUp } from './jobs/clean-up.ts';
import { recoverJobs } from './jobs/job-recovery.ts';
import type { Work } from './jobs/jobs.ts';
import { purgeSubmissionKeys } from './limits/submission-key.store.ts';

/** Keys of requests are kept for 30 days. */
const keyAge = 30 * 24 * 3_600_000;

/** All work that is done after the answer, task by task. */
export const work: Work = {
  'clean-up': async (services) => {
    await purgeAccountLeftovers(services);
    const now = services.clock.now();
    const keysBefore = new Date(now.getTime() - keyAge);
    await purgeUploads(services.db, services.files, now, keysBefore);
    await purgeSubmissionKeys(services.db, keysBefore);
    await cleanUp(services);
  },
  'recover-jobs': ({ db }) => recoverJobs(db),
  'apply-retention': applyRetention,
  'compact-counts': ({ db }) => compactCounts(db),
  'send-held-reply': sendHeldReply,
  'process-sla-reminders': (services) => processSlaReminders(services),
  'send-digests': sendDigests,
  'learn-targets': learnTargets,
  'notify-followers': notifyFollowers,
  'publish-numbers': (services) => publishNumbers(services),
  'recompute-sla-timers': (services, { mdaId }) => recomputeTimers(services, mdaId),
};
