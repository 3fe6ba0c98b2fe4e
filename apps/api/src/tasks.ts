import { forgetAccountLeftovers } from './auth/forget-leftovers.ts';
import { keepFromPerson, keepFromStaff } from './features/recusal/keep-from-person.ts';
import { foldQueueCounts } from './features/complaint/read/queue-count.store.ts';
import { recomputeClocks, watchClocks } from './features/sla/watch-clocks.ts';
import { applyRetention } from './features/privacy/retention.ts';
import { cleanUp } from './jobs/clean-up.ts';
import type { Work } from './jobs/jobs.ts';
import { sendMail } from './mail/mailer.ts';
import { forgetKeys } from './limits/submission-key.store.ts';

/** Keys of requests are kept for 30 days. */
const keyAge = 30 * 24 * 3_600_000;

/** All work that is done after the answer, task by task. */
export const work: Work = {
  'send-mail': sendMail,
  'clean-up': async (services) => {
    await forgetAccountLeftovers(services);
    await forgetKeys(services.db, new Date(services.clock.now().getTime() - keyAge));
    await cleanUp(services);
  },
  'apply-retention': applyRetention,
  'fold-queue-counts': ({ db }) => foldQueueCounts(db),
  'watch-clocks': (services) => watchClocks(services),
  'recompute-clocks': (services, { mdaId }) => recomputeClocks(services, mdaId),
  'keep-from-staff': keepFromStaff,
  'keep-from-person': keepFromPerson,
};
