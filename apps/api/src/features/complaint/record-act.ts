import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../../platform/audit.ts';
import { recordDeedOnce, viewMilliseconds } from '../../platform/audit-request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Services } from '../../platform/services.ts';

interface Named {
  readonly id: string;
  readonly trackingId: string;
}

const objectOf = ({ id, trackingId }: Named) => ({ kind: 'complaint', id, label: trackingId });

/** Somebody of the staff read a complaint with the name of its citizen: recorded once an hour. */
export function recordView(services: Services, request: FastifyRequest, complaint: Named): Promise<void> {
  const deed = { action: 'complaint.viewed', object: objectOf(complaint) } as const;
  return recordDeedOnce(services.db, services, request, deed, viewMilliseconds);
}

/** A step of staff, for the audit trail. What was said stands in the history of the complaint alone. */
export function recordAct(
  db: Database,
  caller: Caller,
  complaint: Named,
  { action, at }: { readonly action: string; readonly at: Date },
): Promise<void> {
  return recordAudit(db, {
    at,
    actorId: caller.accountId,
    actorRole: caller.role,
    mdaId: caller.mdaId,
    action: 'complaint.acted',
    object: objectOf(complaint),
    outcome: 'done',
    detail: { step: action },
  });
}
