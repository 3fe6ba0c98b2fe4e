import { getDeskFeedback, listDeskFeedback, replyToFeedback } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEventOnce } from '../../audit/audit.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { notFound } from '../../http/errors.ts';
import { type FileRow, toAttachment } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { findForDesk, listForDesk } from './feedback.desk.store.ts';
import { replyToFeedback as reply } from './reply-to-feedback.ts';

const viewSpan = 15 * 60_000;

/** Mounts the calls to read and answer feedback at the desk. */
export function feedbackDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listDeskFeedback, ({ services, query }) => listForDesk(services.db, query));

  mount(app, all, getDeskFeedback, async ({ services, caller, params, request }) => {
    const feedback = await show(services, caller, params.id);
    const object = { kind: 'feedback', id: feedback.id, label: feedback.trackingId };
    await recordAuditEventOnce(services.db, services, request, { action: 'feedback.viewed', object }, viewSpan);
    return feedback;
  });

  mount(app, all, replyToFeedback, async (context) => {
    await reply(context);
    return show(context.services, context.caller, context.params.id);
  });
}

async function show(services: Services, caller: Caller, id: string) {
  const feedback = await findForDesk(services.db, id, (file: FileRow) => toAttachment(file, services, caller));
  if (!feedback) throw notFound();
  return feedback;
}
