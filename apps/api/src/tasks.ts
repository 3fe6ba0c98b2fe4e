import { and, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { idempotencyKey, invitation, oneTimeCode, session, throttle } from './db/schema/tables.ts';
import { purgeMessages } from './channels/inbound.store.ts';
import { pollMailbox } from './channels/mail/poll-mailbox.ts';
import { handleMails } from './channels/mail/receive-mail.ts';
import { answerLeft } from './channels/receive-message.ts';
import { compactCounts } from './features/complaint/read/queue-count.store.ts';
import { purgeRuns } from './features/complaint/bulk/bulk-run.store.ts';
import { runBulk } from './features/complaint/bulk/run-bulk.ts';
import { sendHeldReply } from './features/complaint/transition/send-held-reply.ts';
import { processSlaReminders, recomputeTimers } from './features/engagement/process-sla-reminders.ts';
import { publishNumbers } from './features/public/numbers/publish-numbers.ts';
import { mailBulk, sendDigests } from './features/engagement/notification/send-digests.ts';
import { sendSummaries } from './features/public/report/send-summaries.ts';
import { findBursts } from './features/public/known-issue/find-bursts.ts';
import { notifyFollowers } from './features/public/known-issue/notify-followers.ts';
import { learnTargets } from './features/complaint/suggestion/learn-targets.ts';
import { purgeDeliveries } from './features/people/program/webhook.store.ts';
import { applyRetention } from './features/people/privacy/retention.ts';
import { purgeUploads } from './files/resumable/upload.store.ts';
import { deleteNetworkKeys } from './limits/network-throttle.ts';
import { recoverJobs } from './jobs/job-recovery.ts';
import type { Work } from './jobs/jobs.ts';
import { listOrphans } from './files/file.store.ts';
import { purgeDeliveryRows } from './mail/delivery.store.ts';
import { purgeGivenUpMails, recoverMails } from './mail/outbox.store.ts';
import type { Services } from './services.ts';
import { purgeChanges } from './auth/access/access-change.store.ts';
import { purgeRegistrations } from './auth/account.store.ts';

const day = 24 * 3_600_000;

/** Work of each task, done after the response. */
export const work: Work = {
  'clean-up': cleanUp,
  'recover-jobs': recover,
  'answer-messages': answerLeft,
  'receive-mails': receiveMails,
  'apply-retention': applyRetention,
  'compact-counts': ({ db }) => compactCounts(db),
  'send-held-reply': sendHeldReply,
  'find-bursts': findBursts,
  'process-sla-reminders': (services) => processSlaReminders(services),
  'run-bulk': runBulk,
  'send-digests': sendDigests,
  'send-summaries': sendSummaries,
  'learn-targets': learnTargets,
  'mail-bulk': mailBulk,
  'notify-followers': notifyFollowers,
  'publish-numbers': (services) => publishNumbers(services),
  'recompute-sla-timers': (services, { mdaId }) => recomputeTimers(services, mdaId),
};

/** Reads the mailbox of replies; handles what it or the mail server brought. */
async function receiveMails(services: Services): Promise<void> {
  if (services.settings.replyDomain === undefined) return;
  await pollMailbox(services);
  await handleMails(services);
}

/** Makes jobs and mails due that a clock ahead put off. */
async function recover({ db }: Services): Promise<void> {
  await recoverJobs(db);
  await recoverMails(db);
}

/** Deletes expired codes, sessions and keys, unconfirmed registrations, and files without a row. A file's request may die before its rows are written. */
async function cleanUp(services: Services): Promise<void> {
  const { db, files, clock } = services;
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * day);
  const { passwordHash, createdAt } = oneTimeCode;
  await db.delete(oneTimeCode).where(and(lt(oneTimeCode.expiresAt, before(1)), isNull(passwordHash)));
  // Codes of duplicate registrations are kept as long as unconfirmed registrations.
  await db.delete(oneTimeCode).where(and(lt(createdAt, before(7)), isNotNull(passwordHash)));
  await purgeRegistrations(db, before(7));
  await purgeUploads(db, files, now, before(30));
  const { createdAt: keyedAt, reply } = idempotencyKey;
  await db.delete(idempotencyKey).where(or(lt(keyedAt, before(30)), and(lt(keyedAt, before(1)), isNotNull(reply))));
  for (const table of [invitation, session]) await db.delete(table).where(lt(table.expiresAt, now));
  await db.delete(throttle).where(lt(throttle.until, now));
  await deleteNetworkKeys(db, now);
  await purgeGivenUpMails(db, before(30));
  await purgeMessages(db, before(30));
  await purgeDeliveryRows(db, before(30));
  await purgeChanges(db, now);
  await purgeRuns(db, before(30));
  await purgeDeliveries(db, before(30));
  await removeOrphans(services);
}

/** Keys that are asked about at once: a store may hold millions of files. */
const orphanBatch = 500;

async function removeOrphans({ db, files, log }: Services): Promise<void> {
  let removed = 0;
  let keys: string[] = [];
  const removeThese = async () => {
    for (const key of await listOrphans(db, keys)) {
      await files.delete(key);
      removed += 1;
    }
    keys = [];
  };
  // A day is far longer than any request, and time to notice a fault.
  for await (const key of files.keysBefore(new Date(Date.now() - day))) {
    keys.push(key);
    if (keys.length === orphanBatch) await removeThese();
  }
  await removeThese();
  if (removed > 0) log.info({ removed }, 'Files without a row were removed.');
}
