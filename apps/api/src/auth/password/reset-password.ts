import { message } from '@baraza/contract/core/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import { AppError, validation } from '../../http/errors.ts';
import { nobody } from '../../mail/mailer.ts';
import { hashPassword } from './password.ts';
import type { Services } from '../../services.ts';
import { endSessions } from '../session/session.store.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import {
  type AccountRow,
  type Audience,
  audienceOf,
  holdAccount,
  lockAccount,
  updateAccount,
} from '../account.store.ts';
import { clearCodeCookie, codeCookie, setCodeCookie } from '../code/code-cookie.ts';
import { consumeCode } from '../code/code.store.ts';
import { issueCode, tryCode } from '../code/code.ts';
import { newHandle } from '../code/handle.ts';
import { deleteInvitation } from '../invitation.store.ts';
import { placeOf, trustDevice } from '../device/trusted-device.ts';
import { mailPasswordChanged, mailResetCode } from '../mails.ts';
import { networkOf } from '../../http/network.ts';
import { requireGoodPassword } from './password-policy.ts';
import { resetUntrustedAttempts } from '../mfa/mfa.store.ts';
import { loginOf } from '../device/throttle-subject.ts';

/** Absent means a citizen, as the portal sends it. */
function audienceFor(type: string | undefined): Audience {
  const audience = audienceOf(type ?? 'user');
  if (!audience) throw validation({ type: message.invalid });
  return audience;
}

/** Mails a code to set a new password. Answers the same, and sets the same cookie, for an address that is not known. */
export async function requestReset(
  services: Services,
  given: { readonly email: string; readonly type?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, rates, clock } = services;
  const { email } = given;
  const audience = audienceFor(given.type);
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const { handle, handleHash } = newHandle();
  const place = await placeOf(services, loginOf(email, audience), request);
  await db.transaction(async (tx) => {
    const found = await holdAccount(tx, email, audience);
    const account = found?.disabledAt === null ? found : undefined;
    const scope = { email, audience, purpose: 'reset', accountId: account?.id ?? null, handleHash } as const;
    const issued = await issueCode(tx, services, scope, { place });
    const to = account ? { to: email, name: account.firstName } : { to: nobody, name: email };
    await mailResetCode(tx, services, { ...issued, ...to });
  });
  setCodeCookie(reply, services, 'pr', handle);
}

interface NewPassword {
  readonly password: string;
  readonly otp: string;
  readonly email?: string | undefined;
  readonly type?: string | undefined;
}

/** Sets a new password with the code, ends every session and tells the owner. It signs nobody in. */
export async function resetPassword(
  services: Services,
  given: NewPassword,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, rates, clock, settings } = services;
  const audience = audienceFor(given.type);
  const handle = codeCookie(request, services, 'pr');
  if (given.email === undefined && handle === undefined) throw validation({ email: message.otpEmailRequired });
  // Before the code is tried: a password that will not do shall not cost a try.
  requireGoodPassword(given.password, undefined, settings.productName);
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const claim = { otp: given.otp, email: given.email, audience, handle } as const;
  const code = await tryCode(services, { ...claim, purposes: ['reset'] }, request);
  const passwordHash = await hashPassword(given.password);
  await db.transaction(async (tx) => {
    const account = code.accountId === null ? undefined : await lockAccount(tx, code.accountId);
    // The code is good for the address it went to: an account that moved to another one since is no longer reached there.
    if (!account || account.disabledAt || account.email !== code.email)
      throw new AppError('CODE_INVALID', message.codeWrong);
    requireGoodPassword(given.password, account, settings.productName);
    if (!(await consumeCode(tx, code.id, clock.now()))) throw new AppError('CODE_INVALID', message.codeWrong);
    // The code came to the address: it is confirmed as well.
    await updateAccount(tx, account.id, { passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? clock.now() });
    await afterPasswordChange(tx, services, account);
    // Whatever strangers guess meanwhile: who owns the mailbox logs in here with the new password.
    await trustDevice(tx, services, { ...account, passwordHash }, reply, { steps: false });
    await recordAuditEvent(tx, services, request, { action: 'account.password-reset', actor: account });
  });
  clearCodeCookie(reply, services, 'pr');
}

/**
 * What follows a new password: other places are signed out, what somebody did who knew the old one is forgotten (a new address
 * that waits for its code, the day's tries at the second step), and the owner hears of it.
 */
export async function afterPasswordChange(
  tx: Database,
  services: Services,
  account: AccountRow,
  keepSession?: string,
): Promise<void> {
  await endSessions(tx, account.id, keepSession);
  await deleteInvitation(tx, account.id);
  await resetUntrustedAttempts(tx, account.id);
  await updateAccount(tx, account.id, { pendingEmail: null });
  await mailPasswordChanged(tx, services, { to: account.email, name: account.firstName });
}
