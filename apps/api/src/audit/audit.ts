import type { AuditAction, AuditOutcome, Role } from '@baraza/contract';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { isBackground } from '../auth/session/authenticate.ts';
import type { Database } from '../db/database.ts';
import { pick } from '../db/pick.ts';
import { insertSelect } from '../db/prepared.ts';
import { account, audit } from '../db/schema/tables.ts';
import { isAddressKept, networkOf } from '../http/network.ts';
import { erasedAddress, isErasedSql } from '../mail/erased.ts';
import type { Services } from '../services.ts';
import { type AuditDetail, sealAudit } from './sealed-audit.ts';

export interface AuditEntry {
  readonly at: Date;
  /** Missing or null: unknown, or the server itself. */
  readonly actorId?: string | null;
  readonly actorRole?: Role | null;
  readonly action: AuditAction;
  /** `label`: a tracking id or the name of an MDA, never of a citizen. */
  readonly object?: { readonly kind: string; readonly id: string; readonly label?: string } | undefined;
  /** The MDA whose supervisors may read the entry. */
  readonly mdaId?: string | null | undefined;
  readonly outcome: AuditOutcome;
  /** No words of people, no secrets, no codes. */
  readonly detail?: AuditDetail | undefined;
  readonly requestId?: string | undefined;
  readonly network?: string | undefined;
}

/** Adds an entry to the audit trail, in the transaction of the event. Refusals are recorded outside, since theirs is rolled back. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.execute(auditInsert(entry));
}

/** Builds the SQL that adds an entry, for a statement that does more. */
export const auditInsert = (entry: AuditEntry): SQL => insertSelect(audit, rowOf(entry));

function rowOf({ object, ...entry }: AuditEntry) {
  const { actorId = null, actorRole = null, mdaId = null, requestId = null, network = null, detail = null } = entry;
  const known = { id: crypto.randomUUID(), ...pick(entry, ['at', 'action', 'outcome']) };
  const about = { objectKind: object?.kind ?? null, objectId: object?.id ?? null, objectLabel: object?.label ?? null };
  return sealAudit({ ...known, ...about, actorId, actorRole, mdaId, requestId, network, detail });
}

/** Action that a request did or was refused. */
export interface AuditEvent extends Pick<AuditEntry, 'action' | 'object' | 'detail'> {
  /** Default: `done`. */
  readonly outcome?: AuditOutcome;
  /** Default: the caller. Null for somebody unknown. */
  readonly actor?:
    | { readonly id: string; readonly role: Role | null; readonly mdaId: string | null }
    | null
    | undefined;
}

/** Views of the same object within this time count once. */
export const viewMilliseconds = 3_600_000;

type Now = Pick<Services, 'clock'>;

/** Records an event of a request, with the request's id and network. */
export function recordAuditEvent(db: Database, services: Now, request: FastifyRequest, event: AuditEvent) {
  return recordAudit(db, entryOf(services, request, event));
}

/** Records an event outside any transaction; for a citizen who is being erased without network and details. */
export async function recordAuditEventAlone(db: Database, services: Now, request: FastifyRequest, event: AuditEvent) {
  const entry = entryOf(services, request, event);
  const mayBeErased = entry.actorRole === null || entry.actorRole === 'citizen';
  if (!entry.actorId || !mayBeErased) return recordAudit(db, entry);
  const row = rowOf(entry);
  // The lock waits for an erasure to end. One query for all three columns.
  const email = sql`select ${account.email} from ${account} where ${account.id} = ${row.actorId} for key share`;
  const actor = sql`(select not ${isErasedSql(sql`coalesce((${email}), ${erasedAddress(entry.actorId)})`)} as is_known offset 0) as actor`;
  const erasable = { network: row.network, detail: row.detail, salt: row.salt };
  const columns = Object.entries(erasable).map(([name, value]) => {
    const column = audit[name as keyof typeof erasable];
    const typed = sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;
    return [name, sql`case when actor.is_known then ${typed} end`];
  });
  await db.execute(insertSelect(audit, { ...row, ...Object.fromEntries(columns) }, actor));
}

/**
 * Records an event unless the same one was recorded `within` these milliseconds; returns 0 then, else 1 or a count. Call it outside
 * transactions, since it does not wait for the disk.
 */
export async function recordAuditEventOnce(
  db: Database,
  services: Now,
  request: FastifyRequest,
  event: AuditEvent,
  within: number,
  count = sql<number>`1`,
): Promise<number> {
  // The app refreshed a screen by itself.
  const background = isBackground(request);
  const detail = background ? { ...event.detail, background } : event.detail;
  const row = rowOf(entryOf(services, request, { ...event, detail }));
  const same = and(
    eq(audit.action, row.action),
    eq(audit.outcome, row.outcome),
    row.actorId ? eq(audit.actorId, row.actorId) : isNull(audit.actorId),
    row.objectId ? eq(audit.objectId, row.objectId) : isNull(audit.objectId),
    gt(audit.at, new Date(row.at.getTime() - within)),
    background ? undefined : sql`${audit.detail} -> 'background' is null`,
  );
  // For this statement alone, which is its own transaction.
  const unlessDone = sql`(select set_config('synchronous_commit', 'off', true) where not exists (select from ${audit} where ${same})) as new`;
  const { rows } = await db.execute<{ count: number }>(
    sql`${insertSelect(audit, row, unlessDone)} returning ${count} as count`,
  );
  return rows[0]?.count ?? 0;
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
    network: isAddressKept(request) ? networkOf(request) : undefined,
  };
}
