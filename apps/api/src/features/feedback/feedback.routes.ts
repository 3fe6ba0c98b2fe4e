import { getFeedback, listFeedback, submitFeedback } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { notFound } from '../../http/errors.ts';
import { type FileRow, toAttachment } from '../../files/file.store.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './feedback.store.ts';
import { submitFeedback as submit } from './submit-feedback.ts';

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
