import { type AccessChange, type AccessWeight, staffMessage } from '@baraza/contract';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import type { FormerAccess } from '../../db/schema/account-tables.ts';
import { conflict } from '../../http/errors.ts';
import { listGuardians } from '../account.store.ts';
import { mailAccessChange } from '../mails.ts';
import type { RequestActor } from '../session/request-actor.ts';
import type { Services } from '../../services.ts';
import {
  type AccessChangeRow,
  dropChange,
  dropChanges,
  insertChange,
  listChanges,
  type Subject,
  undoableSince,
} from './access-change.store.ts';

type Wanted = Subject &
  Pick<AccessChangeRow, 'action'> &
  Partial<Pick<AccessChangeRow, 'role' | 'disabled' | 'identityAccess' | 'handToId'>>;

/** Whether a change waits for a second person: for its weight, or because nobody else would be told. */
export async function mustWait(tx: Database, { services, caller }: RequestActor, weight: AccessWeight, about: Subject) {
  if (weight !== 'announce' || services.settings.namesDelayMs === 0) return weight === 'confirm';
  const others = (await listGuardians(tx, about.mdaId)).filter(
    ({ id }) => id !== caller.accountId && id !== about.accountId,
  );
  return others.length === 0;
}

/** Requests a second person's confirmation and mails those who watch. */
export async function requestChange(tx: Database, { services, caller, request }: RequestActor, wanted: Wanted) {
  const [id, now] = [crypto.randomUUID(), services.clock.now()];
  const row = { ...wanted, id, requestedBy: caller.accountId, requestedAt: now };
  if (!(await insertChange(tx, row))) throw conflict(staffMessage.confirmWaits);
  const event = { action: 'staff.confirmation-requested', ...auditOf(wanted) } as const;
  await recordAuditEvent(tx, services, request, event);
  for (const change of await listChanges(tx, now, { id })) await mailAccessChange(tx, services, change, 'requested');
}

/** Mails those who watch a change that was made and lets somebody read more; they can undo it for a while. */
export async function announceChange(
  tx: Database,
  { services, caller }: RequestActor,
  made: Wanted,
  before: FormerAccess,
): Promise<void> {
  const [id, now] = [crypto.randomUUID(), services.clock.now()];
  // An undo goes back to before the first of several changes: none of them hides another one.
  const earlier = (await endChanges(tx, services, made)).find(({ madeAt }) => madeAt && madeAt > undoableSince(now));
  const delay = services.settings.namesDelayMs;
  await insertChange(tx, {
    ...made,
    id,
    former: earlier?.former ?? before,
    requestedBy: caller.accountId,
    requestedAt: now,
    madeAt: now,
    namesFrom: delay === 0 || made.disabled ? null : new Date(now.getTime() + delay),
  });
  for (const change of await listChanges(tx, now, { id })) await mailAccessChange(tx, services, change, 'made');
}

/** Removes a change that waits, and mails those who watch. */
export async function withdrawChange(
  tx: Database,
  { services, request }: Pick<RequestActor, 'services' | 'request'>,
  change: AccessChange,
  subject: Subject,
): Promise<void> {
  await dropChange(tx, { ...subject, id: change.id });
  const event = { action: 'staff.declined', ...auditOf({ ...subject, ...change }) } as const;
  await recordAuditEvent(tx, services, request, event);
  await mailAccessChange(tx, services, change, 'declined');
}

/** Removes changes that a newer one makes void. Mails the end of one that waited. */
export async function endChanges(tx: Database, services: Services, subject: Subject): Promise<AccessChangeRow[]> {
  const now = services.clock.now();
  const waiting = (await listChanges(tx, now, { subject })).filter(({ undoableUntil }) => undoableUntil === null);
  for (const change of waiting) await mailAccessChange(tx, services, change, 'declined');
  return dropChanges(tx, subject);
}

/** Describes a change for the audit trail. */
export function auditOf({ accountId, unitId, mdaId, action: what, role, identityAccess }: Wanted) {
  const object = unitId
    ? { kind: 'unit', id: unitId }
    : accountId === null
      ? { kind: 'mda', id: mdaId ?? '' }
      : { kind: 'account', id: accountId };
  return { object, detail: { what, ...(role && { role, mda: mdaId }), ...(identityAccess && { identityAccess }) } };
}
