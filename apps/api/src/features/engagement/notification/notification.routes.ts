import * as contract from '@baraza/contract';
import { emailTopics } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { updateAccount } from '../../../auth/account.store.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { account } from '../../../db/schema/tables.ts';
import { forbidden, notFound } from '../../../http/errors.ts';
import { mount } from '../../../http/mount.ts';
import { mountStream } from '../../../realtime/event-stream.ts';
import { announce } from '../../../realtime/announce.ts';
import type { Services } from '../../../services.ts';
import * as store from './notification.store.ts';

/** Mounts the calls to list, mark and stream notifications. */
export function notificationRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.listNotifications, async ({ services: { db }, caller, query }) => {
    const page = await store.listNotifications(db, caller.accountId, query);
    return { ...page, unread: await store.countUnread(db, caller.accountId) };
  });

  mount(app, services, contract.markNotification, (context) => mark(context, context.params.id));
  mount(app, services, contract.markNotificationByGet, (context) => {
    refuseForeignGet(context.request);
    return mark(context, context.params.id);
  });
  mount(app, services, contract.markNotifications, async ({ services: { db, clock }, caller, body }) => {
    await db.transaction(async (tx) => {
      await store.markAllRead(tx, caller.accountId, clock.now(), body.complaint);
      await announceRead(tx, caller);
    });
    return { unread: await store.countUnread(db, caller.accountId) };
  });

  mount(app, services, contract.getMailTimes, async ({ services: { db }, caller }) => {
    const [row] = await db.select({ chosen: account.mailTimes }).from(account).where(eq(account.id, caller.accountId));
    return { ...emailTopics, ...row?.chosen };
  });
  mount(app, services, contract.updateMailTimes, async ({ services: own, caller, body, request }) => {
    await own.db.transaction(async (tx) => {
      await updateAccount(tx, caller.accountId, { mailTimes: body });
      const detail = { changed: 'mails' };
      await recordAuditEvent(tx, own, request, { action: 'account.profile-changed', detail });
    });
    return body;
  });

  mountStream(app, services, contract.streamNotifications, ({ caller: { accountId } }, send) =>
    services.live.subscribe(accountId, (id) => send({ id })),
  );
}

async function mark({ services: { db, clock }, caller }: RequestActor, id: string): Promise<contract.Notification> {
  return db.transaction(async (tx) => {
    const marked = await store.markRead(tx, caller.accountId, id, clock.now());
    if (!marked) throw notFound();
    await announceRead(tx, caller);
    return marked;
  });
}

/** Updates the other tabs of a member of staff; a citizen's tabs receive new notifications only. */
async function announceRead(tx: Database, { role, accountId }: RequestActor['caller']): Promise<void> {
  if (role !== 'citizen') await announce(tx, accountId, 'read');
}

/** Refuses the marking GET from other sites, address bars and prefetches. The specification fixes that GET. */
function refuseForeignGet({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isPrefetch = headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch';
  if (isForeign || isPrefetch || headers['sec-fetch-mode'] === 'navigate') throw forbidden();
}
