import type { AuditAction, AuditOutcome } from '@baraza/contract/audit/audit';
import type { Role } from '@baraza/contract/core/role';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { type AuditEntry, recordAudit, recordAuditAlone, recordAuditOnce, backgroundMark } from './audit.ts';
import type { AuditDetail } from './audit-chain.ts';
import { isBackground } from '../auth/session/authenticate.ts';
import { networkOf } from '../http/network.ts';
import type { Services } from '../services.ts';

/** Somebody an entry is about. An account's row will do. */
interface Actor {
  readonly id: string;
  /** Null where it is not known. */
  readonly role: Role | null;
  readonly mdaId: string | null;
}

export interface Deed {
  readonly action: AuditAction;
  /** `done` unless said otherwise. */
  readonly outcome?: AuditOutcome;
  /** Whoever calls, unless said otherwise; null is nobody who is known. */
  readonly actor?: Actor | null | undefined;
  readonly object?: AuditEntry['object'];
  readonly detail?: AuditDetail | undefined;
}

/** Whoever looks at the same thing again within this time has looked once. */
export const viewMilliseconds = 3_600_000;

type Now = Pick<Services, 'clock'>;

/** Records what was done, or refused, in a request: with its id and where it came from. */
export function recordAuditEvent(db: Database, services: Now, request: FastifyRequest, deed: Deed): Promise<void> {
  return recordAudit(db, entryOf(services, request, deed));
}

/** The same outside of any transaction: nothing of a person comes to stay who is being erased meanwhile. */
export function recordAuditEventAlone(db: Database, services: Now, request: FastifyRequest, deed: Deed): Promise<void> {
  return recordAuditAlone(db, entryOf(services, request, deed));
}

/**
 * The same, unless this person did just this to the same object within so many milliseconds. What a screen reads by itself, with
 * nobody before it, is marked so. Answers whether there was anything to add.
 */
export function recordAuditEventOnce(
  db: Database,
  services: Now,
  request: FastifyRequest,
  deed: Deed,
  within: number,
): Promise<boolean> {
  const detail = isBackground(request) ? { ...deed.detail, [backgroundMark]: true } : deed.detail;
  return recordAuditOnce(db, entryOf(services, request, { ...deed, detail }), within);
}

function entryOf({ clock }: Now, request: FastifyRequest, deed: Deed): AuditEntry {
  const { action, outcome = 'done', object, detail } = deed;
  const { caller } = request;
  const self = caller ? { id: caller.accountId, role: caller.role, mdaId: caller.mdaId } : null;
  const actor = deed.actor === undefined ? self : deed.actor;
  return {
    at: clock.now(),
    actorId: actor?.id ?? null,
    actorRole: actor?.role ?? null,
    mdaId: actor?.mdaId,
    action,
    object,
    outcome,
    detail,
    requestId: request.id,
    network: networkOf(request),
  };
}
