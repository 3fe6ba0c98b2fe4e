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

/** What was done or refused in a request. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** `done` unless given. */
  readonly outcome?: AuditOutcome;
  /** The caller unless given; null for somebody unknown. */
  readonly actor?: Actor | null | undefined;
  readonly object?: AuditEntry['object'];
  readonly detail?: AuditDetail | undefined;
}

/** Views of the same object within this time count once. */
export const viewMilliseconds = 3_600_000;

type Now = Pick<Services, 'clock'>;

/** Records an event of a request, with the request's id and network. */
export function recordAuditEvent(
  db: Database,
  services: Now,
  request: FastifyRequest,
  event: AuditEvent,
): Promise<void> {
  return recordAudit(db, entryOf(services, request, event));
}

/** Records an event outside any transaction, so that nothing stays of a person being erased meanwhile. */
export function recordAuditEventAlone(
  db: Database,
  services: Now,
  request: FastifyRequest,
  event: AuditEvent,
): Promise<void> {
  return recordAuditAlone(db, entryOf(services, request, event));
}

/**
 * Records an event unless the same person did the same to the same object within so many milliseconds. Reads by a screen in
 * the background are marked. Returns whether an entry was added.
 */
export function recordAuditEventOnce(
  db: Database,
  services: Now,
  request: FastifyRequest,
  event: AuditEvent,
  within: number,
): Promise<boolean> {
  const detail = isBackground(request) ? { ...event.detail, [backgroundMark]: true } : event.detail;
  return recordAuditOnce(db, entryOf(services, request, { ...event, detail }), within);
}

function entryOf({ clock }: Now, request: FastifyRequest, event: AuditEvent): AuditEntry {
  const { action, outcome = 'done', object, detail } = event;
  const { caller } = request;
  const self = caller ? { id: caller.accountId, role: caller.role, mdaId: caller.mdaId } : null;
  const actor = event.actor === undefined ? self : event.actor;
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
