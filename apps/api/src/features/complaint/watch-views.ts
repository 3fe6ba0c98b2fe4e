import type { FastifyRequest } from 'fastify';
import { recordDeedOnce } from '../../platform/audit-request.ts';
import { countDeeds } from '../../platform/audit.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Services } from '../../platform/services.ts';

/** How many complaints each of the staff has opened in this process since the trail was asked last. */
const opened = new WeakMap<Services['rates'], Map<string, number>>();

/** The trail is asked after a tenth of the limit in all processes together, and not each time: hardly anybody ever comes that far within a day. */
const share = 10;

/** Says in the trail, and in the log, that somebody opened more complaints within minutes than anybody reads. */
export async function watchViews(services: Services, request: FastifyRequest, caller: Caller): Promise<void> {
  const { db, rates, clock, settings } = services;
  const { max, seconds } = rates.views;
  const step = Math.ceil(max / share / settings.workers);
  const counts = opened.get(rates) ?? new Map<string, number>();
  opened.set(rates, counts);
  const count = (counts.get(caller.accountId) ?? 0) + 1;
  counts.set(caller.accountId, count % step);
  if (count < step) return;
  const since = new Date(clock.now().getTime() - seconds * 1000);
  if ((await countDeeds(db, { actorId: caller.accountId, action: 'complaint.viewed', since })) < max) return;
  const object = { kind: 'account', id: caller.accountId };
  await recordDeedOnce(db, services, request, { action: 'complaint.viewed-many', object }, seconds * 1000);
  request.log.warn({ actor: caller.accountId, outcome: 'many views' }, 'complaint');
}
