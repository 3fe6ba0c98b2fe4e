import { message } from '@baraza/contract/core/message';
import type {
  resendCode as resendCodeEndpoint,
  verifyEmail as verifyEmailEndpoint,
} from '@baraza/contract/account/account';
import type { Database } from '../db/database.ts';
import { recordAuditEvent } from '../audit/audit.ts';
import { AppError, validation } from '../http/errors.ts';
import type { Context } from '../http/mount.ts';
import { nobody } from '../mail/mail.ts';
import type { Services } from '../services.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import { type AccountRow, findAccount, lockAccount, removeRegistration, updateAccount } from './account.store.ts';
import { clearCodeCookie, codeCookie } from './code/code-cookie.ts';
import { type CodeRow, consumeCode, newestCode } from './code/code.store.ts';
import { issueCode, tryCode } from './code/code.ts';
import { loginOriginOf, loginOf } from './device/trusted-device.ts';
import { mailNotice, mailVerificationCode, notices } from './mails.ts';
import { networkOf } from '../http/network.ts';
import { openSession } from './session/open-session.ts';

/** Confirms the address of a registration or a new address, and signs in. */
export async function verifyEmail(context: Context<typeof verifyEmailEndpoint>): Promise<{ token: string }> {
  const { services, body, request, reply } = context;
  const { otp, email } = body;
  const { db, rates, clock } = services;
  const handle = codeCookie(request, services, 'pv');
  if (email === undefined && handle === undefined) throw validation({ email: message.required });
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const claim = { otp, email, audience: 'user', handle } as const;
  const code = await tryCode(services, { ...claim, purposes: ['verify', 'change-email'] }, request);
  const account = await db.transaction(async (tx) => {
    const confirmed = await confirm(tx, services, code);
    const action = code.purpose === 'verify' ? 'account.email-confirmed' : 'account.email-changed';
    await recordAuditEvent(tx, services, request, { action, actor: confirmed });
    return confirmed;
  });
  clearCodeCookie(reply, services, 'pv');
  return openSession(services, account, reply, 'code by email');
}

async function confirm(tx: Database, services: Services, code: CodeRow): Promise<AccountRow> {
  const now = services.clock.now();
  const account = code.accountId === null ? undefined : await lockAccount(tx, code.accountId);
  const consumed = await consumeCode(tx, code.id, now);
  if (!account || !consumed || account.disabledAt) throw new AppError('CODE_INVALID', message.codeWrong);
  if (code.purpose === 'verify')
    await updateAccount(tx, account.id, { emailVerifiedAt: account.emailVerifiedAt ?? now });
  else await moveAddress(tx, services, account, code.email);
  return { ...account, email: code.email };
}

async function moveAddress(tx: Database, services: Services, account: AccountRow, email: string): Promise<void> {
  const taken = await findAccount(tx, email, 'user');
  if (account.pendingEmail !== email || taken?.emailVerifiedAt) throw new AppError('CODE_INVALID', message.codeWrong);
  // Another registration holds this address, unconfirmed.
  if (taken && !(await removeRegistration(tx, taken.id))) throw new AppError('CODE_INVALID', message.codeWrong);
  await updateAccount(tx, account.id, { email, pendingEmail: null, emailVerifiedAt: services.clock.now() });
  await mailNotice(tx, services, account, notices.addressChanged);
}

/** Resends the code of a waiting registration; others get the same answer without a mail. */
export async function resendCode({ services, body: { email }, request }: Context<typeof resendCodeEndpoint>) {
  const { db, rates, clock } = services;
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const origin = await loginOriginOf(services, loginOf(email, 'user'), request);
  await db.transaction(async (tx) => {
    const last = await newestCode(tx, { email, audience: 'user', purposes: ['verify'] });
    const known = await findAccount(tx, email, 'user');
    const waiting = known && known.emailVerifiedAt === null && known.disabledAt === null ? known : undefined;
    // Keeps the handle, which belongs to the browser that registered.
    const handleHash = last?.handleHash ?? null;
    const scope = { email, audience: 'user', purpose: 'verify', accountId: waiting?.id ?? null, handleHash } as const;
    const issued = await issueCode(tx, services, scope, { origin });
    await mailVerificationCode(tx, services, { ...issued, to: waiting ? email : nobody });
  });
  return { message: 'If this email waits to be confirmed, a new code is on its way.' };
}
