import type { FastifyReply } from 'fastify';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Caller } from '../session/caller.ts';
import { unauthenticated } from '../../http/errors.ts';
import { hashPassword } from './password.ts';
import type { Services } from '../../services.ts';
import { lockAccount, updateAccount } from '../account.store.ts';
import { requireCurrentPassword, requireSamePassword } from './current-password.store.ts';
import { loginOriginOf, trustDevice } from '../device/trusted-device.ts';
import { requireGoodPassword } from './password-policy.ts';
import { afterPasswordChange } from './reset-password.ts';
import { mfaOf } from '../device/throttle-subject.ts';

/** Changes the caller's password, ends all other sessions and trusts only this origin. */
export async function changePassword(
  services: Services,
  caller: Caller,
  { currentPassword, password }: { readonly currentPassword: string; readonly password: string },
  reply: FastifyReply,
): Promise<void> {
  const { request } = reply;
  const account = await requireCurrentPassword(services, caller, currentPassword, request);
  requireGoodPassword(password, account, services.settings.productName);
  const { isTrusted: steps } = await loginOriginOf(services, mfaOf(account.id), request);
  const passwordHash = await hashPassword(password);
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
