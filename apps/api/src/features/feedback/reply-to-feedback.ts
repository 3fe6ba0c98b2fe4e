import { type replyToFeedback as replyToFeedbackEndpoint, staffMessage } from '@baraza/contract';
import { recordAuditEvent } from '../../audit/audit.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findRecipient } from './feedback.desk.store.ts';
import { setFeedbackReply } from './feedback.store.ts';

/** Replies to a feedback once; the second of two simultaneous replies gets 409. */
export async function replyToFeedback(context: Context<typeof replyToFeedbackEndpoint>): Promise<void> {
  const { services, caller, request, params, body } = context;
  const { id } = params;
  const { text } = body;
  const { productName, publicUrl, supportEmail } = services.settings;
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    const to = await findRecipient(tx, id);
    if (!to) throw notFound();
    const isFirst = await setFeedbackReply(tx, id, { text, replierId: caller.accountId, at });
    if (!isFirst) throw conflict(staffMessage.feedbackAnswered);
    const lines = [
      `Hello ${to.name},`,
      `thank you for your feedback "${to.title}". This is our reply:`,
      text,
      `Tracking ID: ${to.trackingId}`,
      `Read it here: ${publicUrl}/app/feedback/feedback-details/${id}`,
      `Kind regards\n${productName}\n${supportEmail}`,
    ];
    const subject = `A reply to your feedback (${to.trackingId})`;
    await enqueueMail(tx, services, { to: to.email, subject, text: `${lines.join('\n\n')}\n` });
    const object = { kind: 'feedback', id, label: to.trackingId };
    await recordAuditEvent(tx, services, request, { action: 'feedback.replied', object });
  });
}
