import {
  getDeskFeedback,
  getFeedback,
  listDeskFeedback,
  listFeedback,
  replyToFeedback,
  submitFeedback,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { notFound } from '../../http/errors.ts';
import { type FileRow, toAttachment } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './feedback.store.ts';
import { submitFeedback as submit } from './submit-feedback.ts';
import { recordAuditEventOnce } from '../../audit/audit.ts';
import { findForDesk, listForDesk } from './feedback.desk.store.ts';
import { replyToFeedback as reply } from './reply-to-feedback.ts';

/** Mounts the calls for the citizen's own feedback. */
export function feedbackRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const attachmentFor = (caller: Caller) => (file: FileRow) => toAttachment(file, services, caller);
  const read = async (caller: Caller, id: string) => {
    const feedback = await store.findFeedback(db, caller.accountId, id, attachmentFor(caller));
    if (!feedback) throw notFound();
    return feedback;
  };

  mount(app, services, submitFeedback, async ({ caller, body, files, headers }) =>
    read(caller, await submit(services, caller.accountId, body, files.images, headers['idempotency-key'])),
  );

  mount(app, services, listFeedback, ({ caller, query }) =>
    store.listFeedback(db, caller.accountId, query, attachmentFor(caller)),
  );

  mount(app, services, getFeedback, ({ caller, params }) => read(caller, params.id));
}

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
