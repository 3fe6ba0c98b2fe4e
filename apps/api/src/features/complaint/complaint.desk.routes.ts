import {
  transitionInBulk,
  transitionComplaint,
  staffMessage,
  undoReply,
  countDeskComplaints,
  type DeskComplaint,
  getDeskComplaint,
  isAction,
  listDeskComplaints,
  listEarlierComplaints,
  listSimilarComplaints,
  reportPresence,
  streamDesk,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../http/errors.ts';
import { mountStream } from '../../realtime/event-stream.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { undoReply as takeReplyBack } from './transition/hold-reply.ts';
import { transitionInBulk as transitionMany } from './transition/transition-in-bulk.ts';
import { transitionComplaint as applyCommand } from './transition/transition-complaint.ts';
import { listForDesk } from './read/complaint.desk.store.ts';
import { countForDesk } from './read/queue-count.store.ts';
import { reportPresence as announceReader } from './read/follow-complaints.ts';
import { followComplaints } from './read/follow-complaints.ts';
import { recordIdentityView, recordListed, recordView, ViewDedup } from '../audit/record-view.ts';
import { todayOf } from '../sla/today.ts';
import { listEarlier, listSimilar } from './read/related.store.ts';
import { showAtDesk, showRelated } from './read/show-complaint.ts';

/** What officers do with the complaints of their MDA. */
export function complaintDeskRoutes(app: FastifyInstance, services: Services): void {
  const viewDedup = new ViewDedup();
  const unfollow = services.live.followSessionEnds((ended) => ended ?? viewDedup.forget());
  app.addHook('onClose', unfollow);
  mount(app, services, listDeskComplaints, async (context) => {
    const { services: own, query, caller } = context;
    const page = await listForDesk(own.db, caller, query, todayOf(own));
    await recordListed(context, page.items, viewDedup);
    return page;
  });

  mount(app, services, countDeskComplaints, async ({ services: own, caller }) =>
    countForDesk(own.db, caller, todayOf(own)),
  );

  mountStream(app, services, streamDesk, async ({ services: { live }, caller }, stream) =>
    followComplaints(live, caller, (news) => stream.send(news)),
  );

  mount(app, services, getDeskComplaint, async ({ services, params, caller, request }) => {
    const shown = await showAtDesk(services, caller, params.id);
    await recordView(services, request, shown);
    if (showsIdentity(shown)) await recordIdentityView(services, request, shown);
    return shown;
  });

  mount(app, services, reportPresence, announceReader);

  mount(app, services, listSimilarComplaints, async ({ services, params, caller }) =>
    showRelated(services, caller, params.id, listSimilar),
  );

  mount(app, services, listEarlierComplaints, async ({ services, params, caller }) =>
    showRelated(services, caller, params.id, listEarlier),
  );

  mount(app, services, transitionInBulk, async (context) => transitionMany(context, context.body));

  mount(app, services, undoReply, async ({ services: own, params: { id }, body, caller }) => {
    await takeReplyBack(own, caller, id, body.hold);
    return { message: staffMessage.replyUndone };
  });

  mount(
    app,
    services,
    transitionComplaint,
    async ({ services: own, params: { id, action }, body, files: { files }, caller, request }) => {
      if (!isAction(action)) throw notFound();
      const { isLast } = await applyCommand(own, caller, { ...body, complaintId: id, action }, { files });
      // What is out of the caller's reach by now, only the database of everything shows.
      const shown = await (isLast ? showAtDesk(services, caller, id, 'permitted') : showAtDesk(own, caller, id));
      if (showsIdentity(shown)) await recordIdentityView(own, request, shown);
      return shown;
    },
  );
}

const showsIdentity = ({ citizen, callPhone }: DeskComplaint) => citizen.identity !== null || callPhone !== null;
