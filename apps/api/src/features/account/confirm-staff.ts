import {
  type confirmStaff as confirmStaffEndpoint,
  type declineStaff as declineStaffEndpoint,
  type Staff,
  staffMessage,
  type Role,
} from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../audit/audit.ts';
import { type AccountRow, lockAccount, needsMda, requireStaff } from '../../auth/account.store.ts';
import { mailNotice, mailPowerfulAccount, notices } from '../../auth/mails.ts';
import { withProofs } from '../../auth/mfa/manage-mfa.ts';
import { turnOff } from '../../auth/mfa/mfa.store.ts';
import { endSessions } from '../../auth/session/session.store.ts';
import type { Database } from '../../db/database.ts';
import { account as accountTable } from '../../db/schema/tables.ts';
import { updateVersioned } from '../../db/update-versioned.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { notifyNoEligibleStaff } from '../recusal/notify-recusal.ts';
import { type Confirmation, insertConfirmation, listWatchers, takeConfirmation } from './confirm-staff.store.ts';
import { invite } from './invite.ts';

/** Whether one administrator alone must not give this role: it sees much, or gives roles itself. */
export function isPowerful(role: Role): boolean {
  return role !== 'officer' && role !== 'citizen';
}

/** What one administrator wants for a powerful account. */
type WantedChange = Pick<Confirmation, 'action'> & Partial<Pick<Confirmation, 'role' | 'mdaId'>>;

/** Requests a second administrator's confirmation and mails all who watch. */
export async function requestConfirmation(
  tx: Database,
  { services, caller, request }: Pick<Context<typeof confirmStaffEndpoint>, 'services' | 'caller' | 'request'>,
  account: Pick<AccountRow, 'id' | 'email'>,
  { action, role = null, mdaId = null }: WantedChange,
): Promise<void> {
  const { accountId: requestedBy } = caller;
  const row = { accountId: account.id, action, role, mdaId, requestedBy, requestedAt: services.clock.now() };
  if (!(await insertConfirmation(tx, row))) throw conflict(staffMessage.confirmWaits);
  await record(tx, services, request, 'staff.confirmation-requested', row);
  await mailWatchers(tx, services, account, row, 'requested');
}

/** Confirms the waiting change of a powerful account. Only another administrator than the requester may. */
export async function confirmStaff(context: Context<typeof confirmStaffEndpoint>): Promise<Staff> {
  const { services, caller, params, request } = context;
  await withProofs(context, async (tx) => {
    const change = await applyConfirmation(tx, services, params.id);
    if ([change.requestedBy, change.accountId].includes(caller.accountId)) throw conflict(staffMessage.confirmOwn);
    await record(tx, services, request, 'staff.confirmed', change);
  });
  return requireStaff(services.db, params.id);
}

/** Declines or withdraws the waiting change of a powerful account. */
export async function declineStaff({
  services,
  params,
  request,
}: Context<typeof declineStaffEndpoint>): Promise<Staff> {
  await services.db.transaction(async (tx) => {
    const change = await takeConfirmation(tx, params.id);
    if (!change) throw notFound();
    await record(tx, services, request, 'staff.declined', change);
  });
  return requireStaff(services.db, params.id);
}

/** Carries out the waiting change of an account, and mails all who watch. Call inside a transaction. */
export async function applyConfirmation(tx: Database, services: Services, id: string): Promise<Confirmation> {
  const account = await lockAccount(tx, id);
  const change = account && (await takeConfirmation(tx, id));
  if (!change) throw notFound();
  if (change.action === 'access') await giveAccess(tx, services, account, change);
  else if (change.action === 'invitation') await inviteUnlessAccepted(tx, services, account);
  else await turnOffMfa(tx, services, account);
  await mailWatchers(tx, services, account, change, 'confirmed');
  return change;
}

async function giveAccess(tx: Database, services: Services, account: AccountRow, { role, mdaId }: Confirmation) {
  if (!role) throw new Error('A change of access without a role waited.');
  await updateVersioned(tx, accountTable, account.id, { role, mdaId, disabledAt: null });
  await endSessions(tx, account.id);
  const isGone = !needsMda(role) || mdaId !== account.mdaId;
  if (account.mdaId !== null && account.disabledAt === null && isGone)
    await notifyNoEligibleStaff(tx, services, account.mdaId);
  if (account.passwordHash === null) await invite(tx, services, account);
}

async function inviteUnlessAccepted(tx: Database, services: Services, account: AccountRow): Promise<void> {
  if (account.passwordHash !== null) throw conflict(staffMessage.invitationAccepted);
  await invite(tx, services, account);
}

/** Turns off a colleague's MFA, signs them out and mails them. Call inside a transaction. */
export async function turnOffMfa(tx: Database, services: Services, account: AccountRow) {
  if (!(await turnOff(tx, account.id))) throw conflict(staffMessage.mfaOff);
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

async function mailWatchers(
  tx: Database,
  services: Services,
  { email }: Pick<AccountRow, 'email'>,
  { action, role }: Confirmation,
  step: 'requested' | 'confirmed',
): Promise<void> {
  for (const to of await listWatchers(tx))
    await mailPowerfulAccount(tx, services, { to, account: email, action, role, step });
}
