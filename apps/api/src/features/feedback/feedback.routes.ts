import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { type FileRow, toAttachment } from '../../files/file.store.ts';
import { type Context, mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './feedback.store.ts';
import { submitFeedback } from './submit-feedback.ts';
import { recordAuditEvent, recordAuditEventOnce } from '../../audit/audit.ts';
import { findForDesk, findRecipient, listForDesk } from './feedback.desk.store.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { phrase } from '../../mail/words.ts';

/** Mounts the calls for the citizen's own feedback. */
export function feedbackRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const attachmentFor = (caller: Caller) => (file: FileRow) => toAttachment(file, services, caller);
  const read = async (caller: Caller, id: string) => {
    const feedback = await store.findFeedback(db, caller.accountId, id, attachmentFor(caller));
    if (!feedback) throw notFound();
    return feedback;
  };

  mount(app, services, contract.submitFeedback, async ({ caller, body, files, headers }) =>
    read(caller, await submitFeedback(services, caller.accountId, body, files.images, headers['idempotency-key'])),
  );

  mount(app, services, contract.listFeedback, ({ caller, query }) =>
    store.listFeedback(db, caller.accountId, query, attachmentFor(caller)),
  );

  mount(app, services, contract.getFeedback, ({ caller, params }) => read(caller, params.id));
}

const viewSpan = 15 * 60_000;

/** Mounts the calls to read and answer feedback at the desk. */
export function feedbackDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listDeskFeedback, ({ services, query }) => listForDesk(services.db, query));

  mount(app, all, contract.getDeskFeedback, async ({ services, caller, params, request }) => {
    const feedback = await show(services, caller, params.id);
    const object = { kind: 'feedback', id: feedback.id, label: feedback.trackingId };
    await recordAuditEventOnce(services.db, services, request, { action: 'feedback.viewed', object }, viewSpan);
    return feedback;
  });

  mount(app, all, contract.replyToFeedback, async (context) => {
    await replyToFeedback(context);
    return show(context.services, context.caller, context.params.id);
  });
}

async function show(services: Services, caller: Caller, id: string) {
  const feedback = await findForDesk(services.db, id, (file: FileRow) => toAttachment(file, services, caller));
  if (!feedback) throw notFound();
  return feedback;
}

async function replyToFeedback(context: Context<typeof contract.replyToFeedback>): Promise<void> {
  const { services, caller, request, params, body } = context;
  const { id } = params;
  const { text } = body;
  const { productName, publicUrl, supportEmail } = services.settings;
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    const to = await findRecipient(tx, id);
    if (!to) throw notFound();
    const isFirst = await store.setFeedbackReply(tx, id, { text, replierId: caller.accountId, at });
    if (!isFirst) throw conflict(contract.staffMessage.feedbackAnswered);
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
