import type { FastifyRequest } from 'fastify';
import { listedBy, listedIn } from '../../db/schema/audit-tables.ts';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../../audit/audit.ts';
import { recordAuditEventOnce, viewMilliseconds } from '../../audit/audit-event.ts';
import { isBackground } from '../../auth/session/authenticate.ts';
import type { Caller } from '../../auth/session/caller.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import type { Services } from '../../services.ts';
import { stableId } from '../../crypto/stable-id.ts';
import type { ShownBefore } from './view-dedup.ts';
import { watchViews } from './detect-bulk-viewing.ts';

interface Named {
  readonly id: string;
  readonly trackingId: string;
}

const objectOf = ({ id, trackingId }: Named) => ({ kind: 'complaint', id, label: trackingId });

/**
 * Somebody of the staff read a complaint with the name of its citizen: recorded once an hour. Whoever opens more than anybody
 * reads may be copying them: that is one entry more.
 */
export async function recordView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const deed = { action: 'complaint.viewed', object: objectOf(complaint) } as const;
  const isNew = await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
  if (isNew && request.caller) await watchViews(services, request, request.caller);
}

/**
 * Somebody of the staff was shown a list with the names of citizens: one entry, which tells the tracking ids of all that this
 * session was not shown before within the hour. Where there are none, the database is not asked at all.
 */
export async function recordListed(
  { services, caller, request }: RequestActor,
  complaints: readonly Named[],
  before: ShownBefore,
): Promise<void> {
  const look = { sessionId: caller.sessionId, at: services.clock.now(), background: isBackground(request) };
  const missing = before.missing(
    look,
    complaints.map((it) => it.trackingId),
  );
  if (missing.length === 0) return;
  const shown = missing.toSorted();
  const object = { kind: 'complaint-list', id: stableId(`list of ${shown.join()}`) };
  const deed = { action: 'complaint.listed', object, detail: { [listedIn]: shown.join(listedBy) } } as const;
  const isNew = await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
  // An entry that was there may be nearly an hour old.
  if (isNew) before.keep(look, shown);
}

/** Somebody of the staff was shown the full name and the contact data of who sent a complaint: recorded once an hour. */
export async function recordIdentityView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const deed = { action: 'complaint.identity-viewed', object: objectOf(complaint) } as const;
  await recordAuditEventOnce(services.db, services, request, deed, viewMilliseconds);
}

/** A step of staff, for the audit trail. What was said stands in the history of the complaint alone. */
export function recordTransition(
  db: Database,
  caller: Caller,
  complaint: Named,
  { action, at, requester }: { readonly action: string; readonly at: Date; readonly requester?: string | undefined },
): Promise<void> {
  return recordAudit(db, {
    at,
    actorId: caller.accountId,
    actorRole: caller.role,
    mdaId: caller.mdaId,
    action: 'complaint.acted',
    object: objectOf(complaint),
    outcome: 'done',
    detail: { step: action, ...(requester !== undefined && { requester }) },
  });
}
