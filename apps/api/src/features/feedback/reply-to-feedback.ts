import { type replyToFeedback as replyToFeedbackEndpoint, staffMessage } from '@baraza/contract';
import { recordAuditEvent } from '../../audit/audit.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { phrase } from '../../mail/words.ts';
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
    const { trackingId, title: feedback } = to;
    const lines = [
      phrase(/*i18n*/ 'Hello {name},', { name: to.name }),
      phrase(/*i18n*/ 'thank you for your feedback "{feedback}". This is our reply:', { feedback }),
      text,
      phrase(/*i18n*/ 'Tracking ID: {trackingId}', { trackingId }),
      phrase(/*i18n*/ 'Read it here: {link}', { link: `${publicUrl}/app/feedback/feedback-details/${id}` }),
      [phrase(/*i18n*/ 'Kind regards'), productName, supportEmail],
    ];
    const subject = phrase(/*i18n*/ 'A reply to your feedback ({trackingId})', { trackingId });
    await enqueueMail(tx, services, { to: to.email, subject, text: lines });
    const object = { kind: 'feedback', id, label: to.trackingId };
    await recordAuditEvent(tx, services, request, { action: 'feedback.replied', object });
  });
}
