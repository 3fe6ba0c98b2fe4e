import * as contract from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { auditOf, withdrawChange } from '../../../auth/access/request-access-change.ts';
import * as store from '../../../auth/access/access-change.store.ts';
import { type AccountRow, isInvited, lockStaff } from '../../../auth/account.store.ts';
import { mailAccessChange, mailNotice, notices } from '../../../auth/mails.ts';
import { withProofs } from '../../../auth/mfa/manage-mfa.ts';
import { turnOff } from '../../../auth/mfa/mfa.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import type { FormerAccess } from '../../../db/schema/account-tables.ts';
import { account as accountTable, mda } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { AppError, conflict, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { holdColleague } from '../../reference/staff.store.ts';
import { changeUnit } from '../../reference/unit.store.ts';
import { invite } from './invite.ts';
import { leaveMda, leavesMda } from './leave-mda.ts';

/** Lists changes that wait or can be undone: for a supervisor, those of the own MDA that can be undone. */
export function listAccessChanges({
  services,
  caller,
}: Pick<Context<typeof contract.listAccessChanges>, 'services' | 'caller'>) {
  return store.listChanges(services.db, services.clock.now(), { mdaId: caller.mdaId });
}

/** Confirms a waiting change; neither who requested it nor whom it concerns may. */
export async function confirmAccessChange(context: Context<typeof contract.confirmAccessChange>) {
  const { services, caller, params, body, request } = context;
  await withProofs(context, async (tx) => {
    const seen = await lockSeen(tx, services, caller, { ...params, ...body, isMade: false });
    if ([seen.row.requestedBy, seen.row.accountId].includes(caller.accountId))
      throw conflict(contract.staffMessage.confirmOwn);
    await applyChange(tx, services, seen, caller.accountId);
    await record(tx, services, request, 'staff.confirmed', seen);
  });
  return listAccessChanges(context);
}

/** Declines or withdraws a waiting change and mails those who watch. */
export async function declineAccessChange(context: Context<typeof contract.declineAccessChange>) {
  const { services, caller, params, query, request } = context;
  await services.db.transaction(async (tx) => {
    const seen = await lockSeen(tx, services, caller, { ...params, ...query, isMade: false });
    if (seen.row.accountId === caller.accountId) throw conflict(contract.staffMessage.confirmOwn);
    await withdrawChange(tx, { services, request }, seen.shown, seen.row);
  });
  return listAccessChanges(context);
}

/** Undoes a change that let somebody read more. */
export async function undoAccessChange(context: Context<typeof contract.undoAccessChange>) {
  const { services, caller, params, body, request } = context;
  await services.db.transaction(async (tx) => {
    const seen = await lockSeen(tx, services, caller, { ...params, ...body, isMade: true });
    const { row, account, shown } = seen;
    await store.dropChanges(tx, row);
    if (row.unitId && row.mdaId) await changeUnit(tx, row.mdaId, row.unitId, unitBefore(row.former ?? {}));
    else if (!account) await setIdentityAccess(tx, row.mdaId, row.former?.identityAccess);
    await record(tx, services, request, 'staff.undone', seen);
    await mailAccessChange(tx, services, shown, 'undone');
    if (account) await setAccess(tx, services, account, { ...row, ...row.former, handToId: null }, caller.accountId);
  });
  return listAccessChanges(context);
}

const unitBefore = ({ walled = false, active = true, members = [] }: FormerAccess) => ({ walled, active, members });

interface SeenChange {
  readonly row: store.AccessChangeRow;
  readonly shown: contract.AccessChange;
  /** Undefined for a change of an MDA. */
  readonly account: AccountRow | undefined;
  readonly requester: AccountRow | undefined;
}

/** Locks a change with its account or MDA in the version that the caller saw. @throws AppError once it is gone or another one */
export async function lockSeen(
  tx: Database,
  { clock }: Services,
  { mdaId }: Pick<Caller, 'mdaId'>,
  { id, version, isMade }: { readonly id: string; readonly version: number; readonly isMade: boolean },
): Promise<SeenChange> {
  const found = await store.findChange(tx, id);
  if (found && mdaId !== null && found.mdaId !== mdaId) throw notFound();
  const people = found ? await lockStaff(tx, [found.requestedBy, found.accountId ?? found.requestedBy]) : undefined;
  if (found?.accountId === null) await store.lockMda(tx, found.mdaId);
  // Whoever held the lock may have ended it meanwhile.
  const row = await store.findChange(tx, id);
  const [shown] = await store.listChanges(tx, clock.now(), { id });
  if (!row || !shown || (shown.undoableUntil !== null) !== isMade)
    throw new AppError('VERSION_CONFLICT', contract.staffMessage.changed);
  requireSeen(version, shown);
  const account = row.accountId === null ? undefined : people?.get(row.accountId);
  return { row, shown, account, requester: people?.get(row.requestedBy) };
}

/** Carries out a waiting change and mails those who watch. Call inside a transaction, with what `lockSeen` locked. */
export async function applyChange(
  tx: Database,
  services: Services,
  { row, shown, account, requester }: SeenChange,
  actorId: string | null = null,
): Promise<void> {
  // Two administrators may ask for each other's removal: the first confirmation ends the other request.
  const isOfProvider = requester?.id === account?.id;
  if (!requester || requester.disabledAt || (!isOfProvider && requester.role !== 'administrator'))
    throw conflict(contract.staffMessage.requesterGone);
  await store.dropChanges(tx, row);
  await mailAccessChange(tx, services, shown, 'confirmed');
  if (!account) return setIdentityAccess(tx, row.mdaId, row.identityAccess);
  if (row.action === 'mfa-reset') return turnOffMfa(tx, services, account);
  if (row.action === 'invitation' && !isInvited(account)) throw conflict(contract.staffMessage.doneMeanwhile);
  if (isInvited(account) && !row.disabled) await invite(tx, services, account);
  if (row.action === 'access') await setAccess(tx, services, account, row, actorId);
}

async function setIdentityAccess(
  tx: Database,
  mdaId: string | null,
  identityAccess: contract.IdentityAccess | null = null,
): Promise<void> {
  if (!mdaId || !identityAccess) throw new Error('A change of an MDA does not say who sees names there.');
  await updateVersioned(tx, mda, mdaId, { identityAccess });
}

type NewAccess = Pick<store.AccessChangeRow, 'role' | 'mdaId' | 'disabled' | 'handToId'>;

/** Sets role, MDA and state of an account and signs it out. Call last: it may lift row security. */
async function setAccess(
  tx: Database,
  services: Services,
  account: AccountRow,
  { role, mdaId, disabled, handToId }: NewAccess,
  actorId: string | null,
): Promise<void> {
  if (!role) throw new Error('A change of access has no role.');
  const disabledAt = disabled ? (account.disabledAt ?? services.clock.now()) : null;
  await updateVersioned(tx, accountTable, account.id, { role, mdaId, disabledAt });
  await endSessions(tx, account.id);
  if (account.mdaId === null || !leavesMda(account, { role, mdaId, disabled })) return;
  // The successor may have left while the change waited.
  const to = handToId !== null && (await holdColleague(tx, handToId, account.mdaId)) ? handToId : null;
  await leaveMda(tx, services, account, { to, actorId });
}

/** Turns off a colleague's MFA, signs them out and mails them. Call inside a transaction. */
export async function turnOffMfa(tx: Database, services: Services, account: AccountRow) {
  if (!(await turnOff(tx, account.id))) throw conflict(contract.staffMessage.doneMeanwhile);
  await endSessions(tx, account.id);
  await mailNotice(tx, services, account, notices.mfaReset);
}

function record(
  tx: Database,
  services: Services,
  request: FastifyRequest,
  action: 'staff.confirmed' | 'staff.undone',
  { row }: SeenChange,
): Promise<void> {
  return recordAuditEvent(tx, services, request, { action, ...auditOf(row) });
}
