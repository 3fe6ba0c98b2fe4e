import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import { mountStream } from '../../realtime/event-stream.ts';
import type { Services } from '../../services.ts';
import { openViewDedup, recordIdentityView, recordListed, recordView } from '../../audit/record-view.ts';
import { showRun } from './bulk/bulk-run.store.ts';
import { beginBulkRun, stopBulkRun } from './bulk/start-bulk-run.ts';
import { todayOf } from '../reference/today.ts';
import { listForDesk, totalForDesk } from './read/complaint.desk.store.ts';
import { followComplaints, reportPresence } from './read/follow-complaints.ts';
import { countForDesk } from './read/queue-count.store.ts';
import { listEarlier, listSimilar } from './read/related.store.ts';
import { learnCommonWords } from './read/common-words.ts';
import { findAtDesk, showRelated } from './read/show-complaint.ts';
import { showWords } from './transition/fill-words.ts';
import { undoReply } from './transition/hold-reply.ts';
import { transitionComplaint } from './transition/transition-complaint.ts';

/** Mounts the calls by which staff read complaints and take steps. */
export function complaintDeskRoutes(app: FastifyInstance, services: Services): void {
  const isCommon = learnCommonWords(services);
  const viewDedup = openViewDedup(app, services);
  mount(app, services, contract.listDeskComplaints, async (context) => {
    const { services: own, query, caller } = context;
    const page = await listForDesk(own.db, caller, query, { today: todayOf(own), isCommon });
    await recordListed(context, page.items, viewDedup);
    return page;
  });

  mount(app, services, contract.totalDeskComplaints, async ({ services: own, query, caller }) => ({
    total: await totalForDesk(own.db, caller, query, { today: todayOf(own), isCommon }),
  }));

  mount(app, services, contract.countDeskComplaints, async ({ services: own, caller }) =>
    countForDesk(own.db, caller, todayOf(own)),
  );

  mountStream(app, services, contract.streamDesk, ({ services: { live }, caller }, send) =>
    followComplaints(live, caller, send),
  );

  mount(app, services, contract.getDeskComplaint, async (context) => {
    const shown = await view(context);
    if (!shown) throw notFound();
    return shown;
  });

  mount(app, services, contract.reportPresence, reportPresence);

  const related =
    (list: typeof listSimilar) => async (context: RequestActor & { readonly params: { readonly id: string } }) => {
      const links = await showRelated(context.services, context.caller, context.params.id, list);
      // People come here from the complaint, which is recorded; a program may ask for these alone.
      if (context.caller.scopes) await recordListed(context, links, viewDedup);
      return links;
    };
  mount(app, services, contract.listSimilarComplaints, related(listSimilar));

  mount(app, services, contract.listEarlierComplaints, related(listEarlier));

  const showOwnRun = ({ services: own, caller }: Pick<RequestActor, 'services' | 'caller'>) =>
    showRun(own.db, caller, own.clock.now());
  mount(app, services, contract.startBulkRun, beginBulkRun, async (context) => {
    const run = await showOwnRun(context);
    // Another one began since: its outcome is no answer.
    if (run?.id !== context.body.id) throw notFound();
    return run;
  });

  mount(app, services, contract.getBulkRun, showOwnRun);

  mount(app, services, contract.endBulkRun, stopBulkRun);

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
    view,
  );
}

/** Reads a complaint and records that it was seen; null for one that the caller may not see. */
async function view(context: RequestActor & { readonly params: { readonly id: string } }) {
  const { services, params, caller, request } = context;
  const shown = await findAtDesk(services, caller, params.id);
  if (shown) await recordView(context, shown);
  if (shown && showsIdentity(shown)) await recordIdentityView(services, request, shown);
  return shown;
}

const showsIdentity = ({ citizen, callPhone }: contract.DeskComplaint) =>
  citizen.identity !== null || callPhone !== null;
