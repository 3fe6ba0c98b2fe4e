import { listNotifications, markNotification, markNotificationByGet, streamNotifications } from '@baraza/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { mountStream } from '../../realtime/event-stream.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { followNotifications } from './follow-notifications.ts';
import * as store from './notification.store.ts';

/** Mounts the calls to list, mark and stream notifications. */
export function notificationRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  mount(app, services, listNotifications, async ({ caller, query }) => {
    const page = await store.listNotifications(db, caller.accountId, query);
    return { ...page, unread: await store.countUnread(db, caller.accountId) };
  });

  const mark = async (caller: Caller, id: string) => {
    const marked = await store.markRead(db, caller.accountId, id, clock.now());
    if (!marked) throw notFound();
    return marked;
  };
  mount(app, services, markNotification, ({ caller, params }) => mark(caller, params.id));
  mount(app, services, markNotificationByGet, ({ caller, params, request }) => {
    refuseForeignGet(request);
    return mark(caller, params.id);
  });

  mountStream(app, services, streamNotifications, ({ caller: { accountId }, request }, stream) =>
    followNotifications(services, accountId, lastEventId(request), ({ seq, notification }) =>
      stream.send(notification, String(seq)),
    ),
  );
}

/** Refuses the marking GET from other sites, address bars and prefetches. The specification fixes that GET. */
function refuseForeignGet({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isPrefetch = headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch';
  if (isForeign || isPrefetch || headers['sec-fetch-mode'] === 'navigate') throw forbidden();
}

function lastEventId({ headers }: FastifyRequest): number | undefined {
  const value = headers['last-event-id'];
  return typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : undefined;
}
