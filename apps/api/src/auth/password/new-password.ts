import { eq } from 'drizzle-orm';
import { message } from '@baraza/contract/core/message';
import type {
  forgotPassword,
  resetPassword as resetPasswordEndpoint,
  updatePassword,
} from '@baraza/contract/account/account';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit.ts';
import { AppError, validation, unauthenticated } from '../../http/errors.ts';
import { nobody } from '../../mail/mail.ts';
import { hashPassword } from './password.ts';
import type { Services } from '../../services.ts';
import { endSessions } from '../session/session.store.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import * as accounts from '../account.store.ts';
import { clearCodeCookie, codeCookie, setCodeCookie, newHandle } from '../code/code-cookie.ts';
import { consumeCode } from '../code/code.store.ts';
import { issueCode, tryCode } from '../code/code.ts';
import { loginOriginOf, trustDevice, loginOf, mfaOf } from '../device/trusted-device.ts';
import { mailNotice, mailResetCode, notices } from '../mails.ts';
import { networkOf } from '../../http/network.ts';
import { requireGoodPassword } from './password-policy.ts';
import { resetUntrustedAttempts } from '../mfa/mfa.store.ts';
import type { Context } from '../../http/mount.ts';
import { requireCurrentPassword, requireSamePassword } from './current-password.store.ts';
import { invitation } from '../../db/schema/tables.ts';

function audienceFor(type: string | undefined): accounts.Audience {
  const audience = accounts.audienceOf(type ?? 'user');
  if (!audience) throw validation({ type: message.invalid });
  return audience;
}

/** Mails a reset code; unknown addresses get the same answer and cookie. */
export async function requestReset({ services, body, request, reply }: Context<typeof forgotPassword>) {
  const { db, rates, clock } = services;
  const { email, type } = body;
  const audience = audienceFor(type);
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(email, audience), request);
  await db.transaction(async (tx) => {
    const row = await accounts.holdAccount(tx, email, audience);
    const account = row?.disabledAt === null ? row : undefined;
    const scope = { email, audience, purpose: 'reset', accountId: account?.id ?? null, handleHash } as const;
    const issued = await issueCode(tx, services, scope, { origin });
    const to = account ? { to: email, name: account.firstName } : { to: nobody, name: email };
    await mailResetCode(tx, services, { ...issued, ...to });
  });
  setCodeCookie(reply, services, 'pr', handle);
  return { message: 'If there is an account with this email, a code is on its way.' };
}

/** Sets a new password by code, ends all sessions and mails the owner. */
export async function resetPassword({ services, body, request, reply }: Context<typeof resetPasswordEndpoint>) {
  const { db, rates, clock, settings } = services;
  const { password, otp, email, type } = body;
  const audience = audienceFor(type);
  const handle = codeCookie(request, services, 'pr');
  if (email === undefined && handle === undefined) throw validation({ email: message.otpEmailRequired });
  // Before the code, so that an unsuitable password costs no try.
  requireGoodPassword(password, undefined, settings.productName);
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const claim = { otp, email, audience, handle } as const;
  const code = await tryCode(services, { ...claim, purposes: ['reset'] }, request);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const account = code.accountId === null ? undefined : await accounts.lockAccount(tx, code.accountId);
    // The account may have moved to another address since the code was sent.
    if (!account || account.disabledAt || account.email !== code.email)
      throw new AppError('CODE_INVALID', message.codeWrong);
    requireGoodPassword(password, account, settings.productName);
    if (!(await consumeCode(tx, code.id, clock.now()))) throw new AppError('CODE_INVALID', message.codeWrong);
    // The code went to the address, which is thereby confirmed.
    await accounts.updateAccount(tx, account.id, {
      passwordHash,
      emailVerifiedAt: account.emailVerifiedAt ?? clock.now(),
    });
    await afterPasswordChange(tx, services, account);
    // The owner of the mailbox can sign in here, whatever strangers guess meanwhile.
    await trustDevice(tx, services, { ...account, passwordHash }, reply, { steps: false });
    await recordAuditEvent(tx, services, request, { action: 'account.password-reset', actor: account });
  });
  clearCodeCookie(reply, services, 'pr');
  return { message: 'Your new password is set. Please log in with it.' };
}

/** Ends other sessions, drops pending changes and mails the owner: somebody else may have known the old password. */
export async function afterPasswordChange(
  tx: Database,
  services: Services,
  account: accounts.AccountRow,
  keepSession?: string,
): Promise<void> {
  await endSessions(tx, account.id, keepSession);
  await tx.delete(invitation).where(eq(invitation.accountId, account.id));
  await resetUntrustedAttempts(tx, account.id);
  await accounts.updateAccount(tx, account.id, { pendingEmail: null });
  await mailNotice(tx, services, account, notices.passwordChanged);
}

/** Changes the caller's password, ends all other sessions and trusts only this origin. */
export async function changePassword({ services, caller, body, request, reply }: Context<typeof updatePassword>) {
  const { currentPassword, password } = body;
  const account = await requireCurrentPassword(services, caller, currentPassword, request);
  requireGoodPassword(password, account, services.settings.productName);
  const { isTrusted: steps } = await loginOriginOf(services, mfaOf(account.id), request);
  const passwordHash = await hashPassword(password);
  await services.db.transaction(async (tx) => {
    const locked = await accounts.lockAccount(tx, account.id);
    if (!locked) throw unauthenticated();
    requireSamePassword(account, locked);
    await accounts.updateAccount(tx, account.id, { passwordHash });
    await afterPasswordChange(tx, services, account, caller.sessionId);
    await trustDevice(tx, services, { ...locked, passwordHash }, reply, { steps });
    await recordAuditEvent(tx, services, request, { action: 'account.password-changed' });
  });
  return { message: 'Your password is changed. Other places were logged out.' };
}
