import { message } from '@baraza/contract/message';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/tables.ts';
import { recordDeed } from '../../platform/audit-request.ts';
import type { Caller } from '../../platform/caller.ts';
import { type AppError, unauthenticated, validation } from '../../platform/errors.ts';
import { isPasswordRight } from '../../platform/password.ts';
import type { Services } from '../../platform/services.ts';
import { confirmSession } from '../../platform/session.store.ts';
import { resetThrottle, useThrottle } from '../../platform/throttle.store.ts';
import { type AccountRow, findAccountById } from './account.store.ts';

/**
 * Asks again who is there, before something that a stolen session must not do.
 * @throws AppError 400 at `currentPassword` when it is wrong, 429 after too many tries.
 */
export async function requireCurrentPassword(
  services: Services,
  caller: Caller,
  given: string | undefined,
  request: FastifyRequest,
): Promise<AccountRow> {
  const { db, rates, clock } = services;
  const row = await findAccountById(db, caller.accountId);
  if (!row) throw unauthenticated();
  if (!given) throw passwordWrong();
  const key = ['password', caller.accountId];
  await useThrottle(db, rates.password, key, clock.now());
  if (!(await isPasswordRight(row.passwordHash, given))) {
    await recordDeed(db, services, request, { action: 'account.password-asked', outcome: 'refused' });
    throw passwordWrong();
  }
  await resetThrottle(db, key);
  await confirmSession(db, caller.sessionId, clock.now());
  return row;
}

/** The password is another one by now: whoever changed it did so while it was being checked. */
export function requireSamePassword(proved: AccountRow, locked: AccountRow): void {
  if (proved.passwordHash !== locked.passwordHash) throw passwordWrong();
}

function passwordWrong(): AppError {
  return validation({ currentPassword: message.passwordWrong });
}

/**
 * Whether what was proved about an account still holds: checking a password takes a while, and its owner may have set another
 * one meanwhile, which ends all sessions there are. A change that is under way is waited for, and later ones wait until the
 * transaction ends, so that they end what it opens.
 */
export async function isProofValid(db: Database, proved: AccountRow): Promise<boolean> {
  const { passwordHash, secondStepAt, disabledAt } = account;
  const [now] = await db
    .select({ passwordHash, secondStepAt, disabledAt })
    .from(account)
    .where(eq(account.id, proved.id))
    .for('share');
  return (
    now !== undefined &&
    now.disabledAt === null &&
    now.passwordHash === proved.passwordHash &&
    now.secondStepAt?.getTime() === proved.secondStepAt?.getTime()
  );
}
