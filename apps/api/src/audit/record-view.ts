import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditEntry, recordAuditEventOnce, viewMilliseconds } from './audit.ts';
import { isBackground } from '../auth/session/authenticate.ts';
import type { Caller } from '../auth/session/caller.ts';
import type { RequestActor } from '../auth/session/request-actor.ts';
import { stableId } from '../crypto/digest.ts';
import { listedBy, listedIn } from '../db/schema/audit-tables.ts';
import { audit } from '../db/schema/tables.ts';
import { isWithinRate } from '../limits/throttle.store.ts';
import type { Services } from '../services.ts';

interface Named {
  readonly id: string;
  readonly trackingId: string;
}

const objectOf = ({ id, trackingId }: Named) => ({ kind: 'complaint', id, label: trackingId });

/** Records once an hour that staff read a complaint. Reports unusually many views. */
export async function recordView({ services, caller, request }: RequestActor, complaint: Named): Promise<void> {
  const { db, clock, rates } = services;
  const { max, seconds } = rates.views;
  const event = { action: 'complaint.viewed', object: objectOf(complaint) } as const;
  const since = gt(audit.at, new Date(clock.now().getTime() - seconds * 1000));
  const isEarlier = and(eq(audit.action, event.action), eq(audit.actorId, caller.accountId), since);
  const views = sql<number>`1 + (select count(*)::int from ${audit} where ${isEarlier})`;
  const viewed = await recordAuditEventOnce(db, services, request, event, viewMilliseconds, views);
  if (viewed >= max) await reportBulkViewing({ services, caller, request });
}

/** Records the complaints of a list that this session was not shown within the hour. */
export async function recordListed(
  { services, caller, request }: RequestActor,
  complaints: readonly Pick<Named, 'trackingId'>[],
  before: ViewDedup,
): Promise<void> {
  const look = { sessionId: caller.sessionId, at: services.clock.now(), background: isBackground(request) };
  const trackingIds = [...new Set(complaints.map(({ trackingId }) => trackingId))];
  const shown = before.missing(look, trackingIds).toSorted();
  if (shown.length === 0) return;
  const object = { kind: 'complaint-list', id: stableId(`list of ${shown.join()}`) };
  const event = { action: 'complaint.listed', object, detail: { [listedIn]: shown.join(listedBy) } } as const;
  const isNew = await recordAuditEventOnce(services.db, services, request, event, viewMilliseconds);
  // An earlier event may be nearly an hour old.
  if (isNew) before.keep(look, shown);
}

/** Records once an hour that staff read a citizen's full name and contacts. */
export async function recordIdentityView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const event = { action: 'complaint.identity-viewed', object: objectOf(complaint) } as const;
  await recordAuditEventOnce(services.db, services, request, event, viewMilliseconds);
}

/** Returns the entry for a transition by staff, without its text. */
export function transitionEntry(
  caller: Caller,
  complaint: Named,
  { action, at, requester }: { readonly action: string; readonly at: Date; readonly requester?: string | undefined },
): AuditEntry {
  return {
    at,
    actorId: caller.accountId,
    actorRole: caller.role,
    mdaId: caller.mdaId,
    action: 'complaint.acted',
    object: objectOf(complaint),
    outcome: 'done',
    detail: { step: action, ...(requester !== undefined && { requester }) },
  };
}

/** Reports staff who opened unusually many complaints within minutes, across servers, to trail and log. */
async function reportBulkViewing({ services, caller, request }: RequestActor): Promise<void> {
  const { db, rates, clock } = services;
  const { seconds } = rates.views;
  if (!(await isWithinRate(db, { max: 1, seconds }, ['many views', caller.accountId], clock.now()))) return;
  const object = { kind: 'account', id: caller.accountId };
  await recordAuditEventOnce(db, services, request, { action: 'complaint.viewed-many', object }, seconds * 1000);
  request.log.warn({ actor: caller.accountId, outcome: 'many views' }, 'complaint');
}

interface Look {
  readonly sessionId: string;
  readonly at: Date;
  readonly background: boolean;
}

const maxShown = 50_000;

/** Opens the memory of what lists showed. It forgets when the database may have lost its last events. */
export function openViewDedup(app: FastifyInstance, { live }: Pick<Services, 'live'>): ViewDedup {
  const views = new ViewDedup();
  app.addHook(
    'onClose',
    live.followSessionEnds((ended) => ended ?? views.forget()),
  );
  return views;
}

/** Complaints each session saw in lists within the last hour, kept in each server's memory. */
class ViewDedup {
  readonly #at = new Map<string, number>();

  missing(look: Look, trackingIds: readonly string[]): string[] {
    return trackingIds.filter((trackingId) => !this.#isKnown(look, trackingId));
  }

  keep(look: Look, trackingIds: readonly string[]): void {
    if (this.#at.size + trackingIds.length > maxShown) this.#at.clear();
    for (const trackingId of trackingIds) this.#at.set(keyOf(look, trackingId), look.at.getTime());
  }

  forget(): void {
    this.#at.clear();
  }

  /** A list refreshed in the background was not seen by the person who comes back. */
  #isKnown(look: Look, trackingId: string): boolean {
    const looks = look.background ? [look, { ...look, background: false }] : [look];
    const times = looks.map((each) => this.#at.get(keyOf(each, trackingId)) ?? -Infinity);
    // Absolute: a clock may have been set back.
    return times.some((time) => Math.abs(look.at.getTime() - time) < viewMilliseconds);
  }
}

const keyOf = ({ sessionId, background }: Look, trackingId: string) =>
  `${sessionId} ${background ? 'background ' : ''}${trackingId}`;
