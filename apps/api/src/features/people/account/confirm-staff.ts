import * as contract from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { type AccountRow, lockStaff, requireStaff } from '../../../auth/account.store.ts';
import { mailNotice, mailPowerfulChange, notices } from '../../../auth/mails.ts';
import { withProofs } from '../../../auth/mfa/manage-mfa.ts';
import { turnOff } from '../../../auth/mfa/mfa.store.ts';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import { account as accountTable, staffConfirmation } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { holdColleague } from '../../reference/staff.store.ts';
import { invite } from './invite.ts';
import { leaveMda, leavesMda } from './leave-mda.ts';

/** Whether a second administrator has to confirm this role. */
export const isPowerful = (role: contract.Role) => role !== 'officer' && role !== 'citizen';

type WantedChange = Pick<Confirmation, 'action'> & Partial<Pick<Confirmation, 'role' | 'mdaId' | 'handToId'>>;

/** Requests a second administrator's confirmation and mails administrators and oversight. */
export async function requestConfirmation(
  tx: Database,
  { services, caller, request }: Pick<Context<typeof contract.confirmStaff>, 'services' | 'caller' | 'request'>,
  account: Pick<AccountRow, 'id' | 'email'>,
  { action, role = null, mdaId = null, handToId = null }: WantedChange,
): Promise<void> {
  const { accountId: requestedBy } = caller;
  const row = { accountId: account.id, action, role, mdaId, handToId, requestedBy, requestedAt: services.clock.now() };
  const added = await tx.insert(staffConfirmation).values(row).onConflictDoNothing().returning();
  if (added.length === 0) throw conflict(contract.staffMessage.confirmWaits);
  await updateVersioned(tx, accountTable, account.id, {});
  await record(tx, services, request, 'staff.confirmation-requested', row);
  await mailPowerfulChange(tx, services, { ...row, email: account.email, step: 'requested' });
}

/** Confirms the waiting change of a powerful account. Only another administrator than the requester may. */
export async function confirmStaff(context: Context<typeof contract.confirmStaff>): Promise<contract.Staff> {
  const { services, caller, params, body, request } = context;
  await withProofs(context, async (tx) => {
    await lockSeen(tx, params.id, body.version);
    const change = await applyConfirmation(tx, services, params.id, caller.accountId);
    if ([change.requestedBy, change.accountId].includes(caller.accountId))
      throw conflict(contract.staffMessage.confirmOwn);
    await record(tx, services, request, 'staff.confirmed', change);
  });
  return requireStaff(services.db, params.id);
}

/** Declines or withdraws the waiting change of a powerful account and mails administrators and oversight. */
export async function declineStaff({ services, params, query, request }: Context<typeof contract.declineStaff>) {
  await services.db.transaction(async (tx) => {
    const { email } = await lockSeen(tx, params.id, query.version);
    const change = await takeConfirmation(tx, params.id);
    if (!change) throw notFound();
    await record(tx, services, request, 'staff.declined', change);
    await mailPowerfulChange(tx, services, { ...change, email, step: 'declined' });
  });
  return requireStaff(services.db, params.id);
}

/** Locks an account in the version that the caller saw, its waiting change included. */
async function lockSeen(tx: Database, id: string, version: number): Promise<contract.Staff> {
  await lockStaff(tx, [id]);
  const staff = await requireStaff(tx, id);
  requireSeen(version, staff);
  return staff;
}

/** Carries out the waiting change of an account and mails administrators and oversight. Call inside a transaction. */
export async function applyConfirmation(tx: Database, services: Services, id: string, actorId: string | null = null) {
  const account = (await lockStaff(tx, [id])).get(id);
  const change = account && (await takeConfirmation(tx, id));
  if (!change) throw notFound();
  if (change.action === 'access') await giveAccess(tx, services, account, change, actorId);
  else if (change.action === 'invitation') await inviteUnlessAccepted(tx, services, account);
  else await turnOffMfa(tx, services, account);
  await mailPowerfulChange(tx, services, { ...change, email: account.email, step: 'confirmed' });
  return change;
}

async function giveAccess(
  tx: Database,
  services: Services,
  account: AccountRow,
  { role, mdaId, handToId }: Confirmation,
  actorId: string | null,
): Promise<void> {
  if (!role) throw new Error('A change of access without a role waited.');
  await updateVersioned(tx, accountTable, account.id, { role, mdaId, disabledAt: null });
  await endSessions(tx, account.id);
  if (account.passwordHash === null) await invite(tx, services, account);
  if (account.mdaId === null || !leavesMda(account, { role, mdaId, disabled: false })) return;
  // The successor may have left while the change waited.
  const to = handToId !== null && (await holdColleague(tx, handToId, account.mdaId)) ? handToId : null;
  await leaveMda(tx, services, account, { to, actorId });
}

async function inviteUnlessAccepted(tx: Database, services: Services, account: AccountRow): Promise<void> {
  if (account.passwordHash !== null) throw conflict(contract.staffMessage.doneMeanwhile);
  await invite(tx, services, account);
}

/** Turns off a colleague's MFA, signs them out and mails them. Call inside a transaction. */
export async function turnOffMfa(tx: Database, services: Services, account: AccountRow) {
  if (!(await turnOff(tx, account.id))) throw conflict(contract.staffMessage.doneMeanwhile);
  await endSessions(tx, account.id);
  await mailNotice(tx, services, account, notices.mfaReset);
}

async function record(
  tx: Database,
  services: Services,
  request: FastifyRequest,
  action: 'staff.confirmation-requested' | 'staff.confirmed' | 'staff.declined',
  { accountId, action: what, role, mdaId }: Confirmation,
): Promise<void> {
  const detail = { what, ...(role && { role, mda: mdaId }) };
  await recordAuditEvent(tx, services, request, { action, object: { kind: 'account', id: accountId }, detail });
}

type Confirmation = typeof staffConfirmation.$inferSelect;

/** Removes and returns the waiting change of an account. */
export async function takeConfirmation(db: Database, accountId: string): Promise<Confirmation | undefined> {
  const [row] = await db.delete(staffConfirmation).where(eq(staffConfirmation.accountId, accountId)).returning();
  if (row) await updateVersioned(db, accountTable, accountId, {});
  return row;
}
