import { staffMessage } from '@baraza/contract/account/staff-message';
import type { FastifyRequest } from 'fastify';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { endSessions } from '../../auth/session/session.store.ts';
import { type AccountRow, lockAccount } from '../../auth/account.store.ts';
import { requireCurrentPassword } from '../../auth/password/current-password.store.ts';
import { invite } from './invite.ts';
import { mailMfaChanged } from '../../auth/mails.ts';
import { turnOff } from '../../auth/mfa/mfa.store.ts';

/** Mails a new invitation link. */
export async function inviteAgain(services: Services, id: string, request: FastifyRequest): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await lockStaff(tx, id);
    if (account.passwordHash !== null) throw conflict(staffMessage.invitationAccepted);
    if (account.disabledAt) throw conflict(keepMessage.accountDisabled);
    await invite(tx, services, account);
    await recordAuditEvent(tx, services, request, { action: 'staff.invited', object: { kind: 'account', id } });
  });
}

/** Ends all sessions of a colleague; of the caller's own, all but the present one. */
export async function signOutStaff(
  services: Services,
  caller: Caller,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockStaff(tx, id);
    await endSessions(tx, id, id === caller.accountId ? caller.sessionId : undefined);
    await recordAuditEvent(tx, services, request, { action: 'staff.signed-out', object: { kind: 'account', id } });
  });
}

/** Turns off a colleague's MFA, signs them out and mails them. */
export async function resetMfa(
  services: Services,
  caller: Caller,
  { id, currentPassword }: { readonly id: string; readonly currentPassword: string },
  request: FastifyRequest,
): Promise<void> {
  await requireCurrentPassword(services, caller, currentPassword, request);
  await services.db.transaction(async (tx) => {
    const account = await lockStaff(tx, id);
    if (id === caller.accountId) throw conflict(keepMessage.ownMfa);
    if (!(await turnOff(tx, id))) throw conflict(staffMessage.mfaOff);
    await endSessions(tx, id);
    await recordAuditEvent(tx, services, request, { action: 'staff.mfa-reset', object: { kind: 'account', id } });
    await mailMfaChanged(tx, services, { to: account.email, name: account.firstName, what: 'reset' });
  });
}

async function lockStaff(tx: Database, id: string): Promise<AccountRow> {
  const account = await lockAccount(tx, id);
  if (!account || account.role === 'citizen') throw notFound();
  return account;
}
