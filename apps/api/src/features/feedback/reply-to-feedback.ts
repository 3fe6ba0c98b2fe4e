import { keepMessage } from '@baraza/contract/mda/keep-message';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { findRecipient } from './feedback.desk.store.ts';
import { setFeedbackReply } from './feedback.store.ts';

/** Replies to a feedback once; the second of two simultaneous replies gets 409. */
export async function replyToFeedback(actor: RequestActor, id: string, text: string): Promise<void> {
  const { services, caller, request } = actor;
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    const to = await findRecipient(tx, id);
    if (!to) throw notFound();
    if (!(await setFeedbackReply(tx, id, { text, replierId: caller.accountId, at }))) throw answered();
    await enqueueMail(tx, services, mailOf(services, { ...to, id, text }));
    const object = { kind: 'feedback', id, label: to.trackingId };
    await recordAuditEvent(tx, services, request, { action: 'feedback.replied', object });
  });
}

function answered() {
  return conflict(keepMessage.feedbackAnswered);
}

interface ReplyMail {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly title: string;
  readonly trackingId: string;
  readonly text: string;
}

function mailOf({ settings }: Services, { id, email, name, title, trackingId, text }: ReplyMail) {
  const { productName, publicUrl, supportEmail } = settings;
  const lines = [
    `Hello ${name},`,
    `thank you for your feedback "${title}". This is our reply:`,
    text,
    `Tracking ID: ${trackingId}`,
    `Read it here: ${publicUrl}/app/feedback/feedback-details/${id}`,
    `Kind regards\n${productName}\n${supportEmail}`,
  ];
  return { to: email, subject: `A reply to your feedback (${trackingId})`, text: `${lines.join('\n\n')}\n` };
}
