import { message } from '@baraza/contract/core/message';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { account, session } from '../../db/schema/tables.ts';
import { recordAuditEvent, recordAuditEventAlone } from '../../audit/audit.ts';
import type { Caller } from '../session/caller.ts';
import { type AppError, unauthenticated, validation } from '../../http/errors.ts';
import { isPasswordRight } from './password.ts';
import type { Services } from '../../services.ts';
import { endSession } from '../session/session.store.ts';
import { resetThrottle, useThrottle } from '../../limits/throttle.store.ts';
import { type AccountRow, findAccountById } from '../account.store.ts';
import { mailNotice, notices } from '../mails.ts';

/** Re-authenticates the caller with the current password. Wrong ones count for the session alone; the last of a day ends it. */
export async function requireCurrentPassword(
  services: Services,
  caller: Caller,
  password: string | undefined,
  request: FastifyRequest,
): Promise<AccountRow> {
  const { db, rates, clock } = services;
  const row = await findAccountById(db, caller.accountId);
  if (!row) throw unauthenticated();
  if (!password) throw validation({ currentPassword: message.required });
  const key = ['password', caller.sessionId];
  const tries = await useThrottle(db, rates.password, key, clock.now());
  if (!(await isPasswordRight(row.passwordHash, password))) {
    await recordAuditEventAlone(db, services, request, { action: 'account.password-asked', outcome: 'refused' });
    if (tries < rates.password.max) throw passwordWrong();
    await endGuessing(services, caller, row, request);
    throw unauthenticated();
  }
  await resetThrottle(db, key);
  await db.update(session).set({ reauthenticatedAt: clock.now() }).where(eq(session.id, caller.sessionId));
  return row;
}

async function endGuessing(services: Services, caller: Caller, row: AccountRow, request: FastifyRequest) {
  await services.db.transaction(async (tx) => {
    if (!(await endSession(tx, caller.accountId, caller.sessionId))) return;
    await recordAuditEvent(tx, services, request, { action: 'account.session-ended', outcome: 'refused' });
    await mailNotice(tx, services, row, notices.sessionEnded);
  });
}

/** Refuses when the password changed while it was being checked. */
export function requireSamePassword(proved: AccountRow, locked: AccountRow): void {
  if (proved.passwordHash !== locked.passwordHash) throw passwordWrong();
}

function passwordWrong(): AppError {
  return validation({ currentPassword: message.passwordWrong });
}

/** Whether password, MFA and state checked before are unchanged; blocks changes until the transaction ends, so that they end its session. */
export async function isProofValid(db: Database, proved: AccountRow): Promise<boolean> {
  const { passwordHash, mfaAt, disabledAt } = account;
  const [current] = await db
    .select({ passwordHash, mfaAt, disabledAt })
    .from(account)
    .where(eq(account.id, proved.id))
    .for('share');
  return (
    current !== undefined &&
    current.disabledAt === null &&
    current.passwordHash === proved.passwordHash &&
    current.mfaAt?.getTime() === proved.mfaAt?.getTime()
  );
}
