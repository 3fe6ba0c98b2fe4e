import { isHeldDecision, notificationLink, staffMessage } from '@baraza/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { presentCaller } from '../../../auth/session/present-caller.ts';
import { unseal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { account, complaintEvent } from '../../../db/schema/tables.ts';
import { AppError } from '../../../http/errors.ts';
import type { TaskPayloads } from '../../../jobs/job-types.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { transitionEntry } from '../../../audit/record-view.ts';
import { filesOfHeld, type HeldReply } from './hold-reply.ts';
import { transitionComplaint } from './transition-complaint.ts';
import { lockForSystem } from '../record/lock-complaint.store.ts';
import { takeSystemStep } from '../record/take-system-step.ts';

/** Sends a held reply or takes a held decision; leaves a note where it can no longer be done. */
export async function sendHeldReply(services: Services, { sealed }: TaskPayloads['send-held-reply']): Promise<void> {
  const held = JSON.parse(unseal(services.keys.mail, sealed)) as HeldReply;
  if (await isDone(services.db, held)) return;
  try {
    const caller = await presentCaller(services.db, held.caller);
    await transitionComplaint(services, caller, held.command, { held: filesOfHeld(held) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await keepAsNote(services, held, held.command.also ? [error.message] : []);
  }
}

/** Writes a note that a held step was not taken, and mails the officer. */
async function keepAsNote(
  services: Services,
  { caller, command, files }: HeldReply,
  why: readonly string[],
): Promise<void> {
  const at = services.clock.now();
  const names = files.map(({ fileName }) => fileName).join(', ');
  const lost = names === '' ? [] : [`${staffMessage.filesNotSent} ${names}`];
  const { action } = command;
  const isReply = !isHeldDecision(action);
  const said = isReply ? [staffMessage.replyNotSent, command.text] : [staffMessage[`${action}NotTaken`]];
  const text = [...said, ...lost, ...why].join('\n\n');
  await services.db.transaction(async (tx) => {
    const before = await lockForSystem(tx, command.complaintId);
    if (!before) throw new Error('Another transaction has the complaint locked; the job is tried again.');
    const data = { hold: command.heldAs ?? null };
    const step = { action: 'note', at, actorId: caller.accountId, text, data } as const;
    const { event } = await takeSystemStep(tx, services, before, step);
    await recordAudit(tx, transitionEntry(caller, before, event));
    const [officer] = await tx
      .select({ email: account.email })
      .from(account)
      .where(and(eq(account.id, caller.accountId), isNull(account.disabledAt)));
    if (!officer) return;
    await enqueueMail(tx, services, {
      to: officer.email,
      thread: before.id,
      subject: `${isReply ? staffMessage.replyNotSentTitle : staffMessage.decisionNotTakenTitle} (${before.trackingId})`,
      text: [
        isReply ? staffMessage.replyNotSentMail : staffMessage.decisionNotTakenMail,
        `Tracking ID: ${before.trackingId}`,
        `Open it here: ${services.settings.publicUrl}/desk${notificationLink(before.id, event.seq)}`,
      ].join('\n\n'),
    });
  });
}

/** Whether an earlier, unfinished run of this job sent the reply or noted it. */
async function isDone(db: Database, { command: { complaintId, heldAs } }: HeldReply): Promise<boolean> {
  const isTheirs = eq(complaintEvent.complaintId, complaintId);
  return (await db.$count(complaintEvent, and(isTheirs, sql`${complaintEvent.data} ->> 'hold' = ${heldAs}`))) > 0;
}
