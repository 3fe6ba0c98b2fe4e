import { message } from '@baraza/contract/message';
import type { FastifyRequest } from 'fastify';
import { recordDeed } from '../../platform/audit-request.ts';
import type { Caller } from '../../platform/caller.ts';
import { unauthenticated, validation } from '../../platform/errors.ts';
import { isPasswordRight } from '../../platform/password.ts';
import type { Services } from '../../platform/services.ts';
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
  const account = await findAccountById(db, caller.accountId);
  if (!account) throw unauthenticated();
  if (!given) throw validation({ currentPassword: message.passwordWrong });
  const key = ['password', caller.accountId];
  await useThrottle(db, rates.password, key, clock.now());
  if (!(await isPasswordRight(account.passwordHash, given))) {
    await recordDeed(db, services, request, { action: 'account.password-asked', outcome: 'refused' });
    throw validation({ currentPassword: message.passwordWrong });
  }
  await resetThrottle(db, key);
  return account;
}
