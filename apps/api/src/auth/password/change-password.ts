import type { FastifyReply } from 'fastify';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Caller } from '../session/caller.ts';
import { unauthenticated } from '../../http/errors.ts';
import { hashPassword } from './password.ts';
import type { Services } from '../../services.ts';
import { lockAccount, updateAccount } from '../account.store.ts';
import { requireCurrentPassword, requireSamePassword } from './current-password.store.ts';
import { placeOf, trustDevice } from '../device/trusted-device.ts';
import { requireGoodPassword } from './password-policy.ts';
import { afterPasswordChange } from './reset-password.ts';
import { stepsOf } from '../device/throttle-subject.ts';

/** Changes the password of the caller and signs out every other place. Of the places that were known only this one is. */
export async function changePassword(
  services: Services,
  caller: Caller,
  given: { readonly currentPassword: string; readonly password: string },
  reply: FastifyReply,
): Promise<void> {
  const { request } = reply;
  const account = await requireCurrentPassword(services, caller, given.currentPassword, request);
  requireGoodPassword(given.password, account, services.settings.productName);
  const { isKnown: steps } = await placeOf(services, stepsOf(account.id), request);
  const passwordHash = await hashPassword(given.password);
  await services.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id);
    if (!locked) throw unauthenticated();
    requireSamePassword(account, locked);
    await updateAccount(tx, account.id, { passwordHash });
    await afterPasswordChange(tx, services, account, caller.sessionId);
    await trustDevice(tx, services, { ...locked, passwordHash }, reply, { steps });
    await recordAuditEvent(tx, services, request, { action: 'account.password-changed' });
  });
}
