import type { StaffRole } from '@baraza/contract';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { announceChange, endChanges, mustWait, requestChange } from '../../../auth/access/request-access-change.ts';
import type { AccountRow } from '../../../auth/account.store.ts';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import { account as accountTable } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { weighAccess } from '../../../domain/access-weight.ts';
import { leaveMda, leavesMda } from './leave-mda.ts';

interface NewAccess {
  readonly role: StaffRole;
  readonly mdaId: string | null;
  readonly disabled: boolean;
  readonly handToId: string | null;
}

/** Changes role, MDA or state of a locked account, or asks a second person first. Call last: it may lift row security. */
export async function changeAccess(
  tx: Database,
  actor: RequestActor,
  account: AccountRow & { readonly role: StaffRole },
  { role, mdaId, disabled, handToId }: NewAccess,
  { changed, names = {} }: { readonly changed: string; readonly names?: Partial<AccountRow> },
): Promise<void> {
  const { services, caller, request } = actor;
  const { id } = account;
  const former = { role: account.role, mdaId: account.mdaId, disabled: account.disabledAt !== null };
  const wanted = { action: 'access', accountId: id, role, mdaId, disabled, handToId } as const;
  const weight = weighAccess(former, wanted);
  if (await mustWait(tx, actor, weight, wanted)) {
    await updateVersioned(tx, accountTable, id, names);
    return requestChange(tx, actor, wanted);
  }
  const isMoved = role !== former.role || mdaId !== former.mdaId;
  const disabledAt = disabled ? (account.disabledAt ?? services.clock.now()) : null;
  await updateVersioned(tx, accountTable, id, { ...names, role, mdaId, disabledAt });
  if (disabled || isMoved) await endSessions(tx, id);
  if (weight === 'announce') await announceChange(tx, actor, wanted, former);
  else if (isMoved || disabled !== former.disabled) await endChanges(tx, services, wanted);
  const detail = { changed, role, mda: mdaId, disabled };
  await recordAuditEvent(tx, services, request, { action: 'staff.changed', object: { kind: 'account', id }, detail });
  if (leavesMda(account, wanted)) await leaveMda(tx, services, account, { to: handToId, actorId: caller.accountId });
}
