import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordRefusal } from '../../audit/audit-refusals.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { toAppError } from '../../http/error-handler.ts';
import { notFound, validation } from '../../http/errors.ts';
import { type Context, mount } from '../../http/mount.ts';
import { mountStream } from '../../realtime/event-stream.ts';
import type { Effect } from '../../domain/effects.ts';
import type { Services } from '../../services.ts';
import { recordIdentityView, recordListed, recordView, ViewDedup } from '../../audit/record-view.ts';
import { todayOf } from '../reference/today.ts';
import { listForDesk, totalForDesk } from './read/complaint.desk.store.ts';
import { followComplaints, reportPresence } from './read/follow-complaints.ts';
import { countForDesk } from './read/queue-count.store.ts';
import { listEarlier, listSimilar } from './read/related.store.ts';
import { findAtDesk, showAtDesk, showRelated } from './read/show-complaint.ts';
import { showWords } from './transition/fill-words.ts';
import { undoReply } from './transition/hold-reply.ts';
import { transitionComplaint } from './transition/transition-complaint.ts';
import { requireComplete } from '../../domain/allowed-actions.ts';

/** Mounts the calls by which staff read complaints and take steps. */
export function complaintDeskRoutes(app: FastifyInstance, services: Services): void {
  const viewDedup = new ViewDedup();
  const unfollow = services.live.followSessionEnds((ended) => ended ?? viewDedup.forget());
  app.addHook('onClose', unfollow);
  mount(app, services, contract.listDeskComplaints, async (context) => {
    const { services: own, query, caller } = context;
    const page = await listForDesk(own.db, caller, query, todayOf(own));
    await recordListed(context, page.items, viewDedup);
    return page;
  });

  mount(app, services, contract.totalDeskComplaints, async ({ services: own, query, caller }) => ({
    total: await totalForDesk(own.db, caller, query, todayOf(own)),
  }));

  mount(app, services, contract.countDeskComplaints, async ({ services: own, caller }) =>
    countForDesk(own.db, caller, todayOf(own)),
  );

  mountStream(app, services, contract.streamDesk, ({ services: { live }, caller }, send) =>
    followComplaints(live, caller, send),
  );

  mount(app, services, contract.getDeskComplaint, async ({ services, params, caller, request }) => {
    const shown = await showAtDesk(services, caller, params.id);
    await recordView(services, request, shown);
    if (showsIdentity(shown)) await recordIdentityView(services, request, shown);
    return shown;
  });

  mount(app, services, contract.reportPresence, reportPresence);

  mount(app, services, contract.listSimilarComplaints, async ({ services, params, caller }) =>
    showRelated(services, caller, params.id, listSimilar),
  );

  mount(app, services, contract.listEarlierComplaints, async ({ services, params, caller }) =>
    showRelated(services, caller, params.id, listEarlier),
  );

  mount(app, services, contract.transitionInBulk, transitionInBulk);

  mount(app, services, contract.previewWords, showWords);

  mount(app, services, contract.undoReply, async ({ services: own, params: { id }, body, caller }) => {
    await undoReply(own, caller, id, body.hold);
    return { message: contract.staffMessage.replyUndone };
  });

  mount(
    app,
    services,
    contract.transitionComplaint,
    async ({ services: own, params: { id, action }, body, files: { files }, caller, request }) => {
      if (!contract.isAction(action)) throw notFound();
      await transitionComplaint(own, caller, { ...body, complaintId: id, action }, { files });
      const shown = await findAtDesk(own, caller, id);
      if (shown && showsIdentity(shown)) await recordIdentityView(own, request, shown);
      return shown;
    },
  );
}

const showsIdentity = ({ citizen, callPhone }: contract.DeskComplaint) =>
  citizen.identity !== null || callPhone !== null;

/** Takes the same step on several complaints, each in its own transaction. */
async function transitionInBulk(context: Context<typeof contract.transitionInBulk>): Promise<contract.BulkResult[]> {
  const { items, ...step } = context.body;
  // Input that is missing for all of them is refused before any is changed.
  requireComplete({ complaintId: '', ...step }, 0);
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw validation({ items: contract.staffMessage.namedTwice });
  const { carryOut } = context.services;
  const markBulk = (effect: Effect): Effect =>
    effect.effect === 'notifyStaff' ? { ...effect, inBulk: items.length > 1 } : effect;
  const services: Services = {
    ...context.services,
    carryOut: (tx, all, effects) => carryOut(tx, all, effects.map(markBulk)),
  };
  const results: contract.BulkResult[] = [];
  for (const { id, version } of items)
    results.push(await transitionOne({ ...context, services }, { ...step, complaintId: id, version }));
  return results;
}

async function transitionOne(
  { services, caller, request }: RequestActor,
  command: Parameters<typeof transitionComplaint>[2],
): Promise<contract.BulkResult> {
  const id = command.complaintId;
  try {
    await transitionComplaint(services, caller, command);
    return { id, ok: true };
  } catch (error) {
    const { code, message, status } = toAppError(error);
    if (status >= 500) services.log.error({ err: error, complaint: id }, 'a step of many failed');
    // The request as a whole succeeds, so that its refusals are recorded here, one for each complaint.
    if (status === 403 || status === 404) await recordRefusal(services, request, status, { kind: 'complaint', id });
    return { id, ok: false, error: { code, message } };
  }
}
