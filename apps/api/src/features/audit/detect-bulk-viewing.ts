import type { FastifyRequest } from 'fastify';
import { recordAuditEventOnce } from '../../audit/audit-event.ts';
import { countAuditEvents } from '../../audit/audit.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { Services } from '../../services.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';

/**
 * Says in the trail, and in the log, that somebody opened more complaints within minutes than anybody reads. Call it after each
 * one that is new. It is the trail that counts: all servers write there, so that it makes no difference which of them was asked,
 * and none keeps a count of its own.
 */
export async function watchViews(services: Services, request: FastifyRequest, caller: Caller): Promise<void> {
  const { db, rates, clock } = services;
  const { max, seconds } = rates.views;
  const now = clock.now();
  const since = new Date(now.getTime() - seconds * 1000);
  if ((await countAuditEvents(db, { actorId: caller.accountId, action: 'complaint.viewed', since })) < max) return;
  // Of two servers that see it at the same moment one says so.
  if (!(await isWithinRate(db, { max: 1, seconds }, ['many views', caller.accountId], now))) return;
  const object = { kind: 'account', id: caller.accountId };
  await recordAuditEventOnce(db, services, request, { action: 'complaint.viewed-many', object }, seconds * 1000);
  request.log.warn({ actor: caller.accountId, outcome: 'many views' }, 'complaint');
}
