import type {
  forgotPassword,
  resetPassword as resetPasswordEndpoint,
  updatePassword,
} from '@baraza/contract/account/account';
import { message, phoneMessage } from '@baraza/contract/core/message';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { account, invitation, session } from '../../db/schema/tables.ts';
import { AppError, unauthenticated, validation } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { networkOf } from '../../http/network.ts';
import { forget } from '../../db/remembered.store.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import { isNumberUnused } from '../../mail/channel-contact.store.ts';
import { nobody } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import * as accounts from '../account.store.ts';
import { clearCodeCookie, codeCookie, newHandle, setCodeCookie } from '../code/code-cookie.ts';
import { consumeCode } from '../code/code.store.ts';
import { issueCode, tryCode } from '../code/code.ts';
import { loginOf, loginOriginOf, mfaOf, trustDevice, untrustedMfaOf } from '../device/trusted-device.ts';
import { mailNotice, mailResetCode, notices } from '../mails.ts';
import { addressOf, countSms, isNumber } from '../number.ts';
import { hasPhoneOnly, chooseAccount, isWaiting, listByNumber } from '../phone/phone-account.store.ts';
import type { Caller } from '../session/caller.ts';
import { endSession, endSessions } from '../session/session.store.ts';
import { requireGoodPassword } from './password-policy.ts';
import { textCode } from '../texts.ts';
import { hashPassword, isPasswordRight } from './password.ts';

type AccountRow = accounts.AccountRow;

function audienceFor(type: string | undefined): accounts.Audience {
  const audience = accounts.audienceOf(type ?? 'user');
  if (!audience) throw validation({ type: message.invalid });
  return audience;
}

/** Mails a reset code; unknown addresses get the same response and cookie. */
export async function requestReset({ services, body, request, reply }: Context<typeof forgotPassword>) {
  const { db, rates, clock } = services;
  const { type } = body;
  const email = addressOf(services, body.email);
  const audience = audienceFor(type);
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(email, audience), request);
  await db.transaction(async (tx) => {
    await countSms(tx, services, request, { number: email, purpose: 'reset', origin });
    const row = isNumber(email)
      ? (await listToReset(tx, email, audience, clock.now()))[0]
      : await accounts.holdAccount(tx, email, audience);
    const account = row?.disabledAt === null ? row : undefined;
    const scope = { email, audience, purpose: 'reset', accountId: account?.id ?? null, handleHash } as const;
    const issued = await issueCode(tx, services, scope, { origin });
    const to = account ? { to: email, name: account.firstName } : { to: nobody, name: email };
    if (isNumber(email)) await textCode(tx, services, { ...issued, to: to.to, citizenId: account?.id });
    else await mailResetCode(tx, services, { ...issued, ...to });
  });
  setCodeCookie(reply, services, 'pr', handle);
  if (isNumber(email)) return { message: phoneMessage.reset };
  return { message: 'If there is an account with this email, a code is on its way.' };
}

/** Lists accounts whose password an SMS may reset: of citizens without an e-mail who used the number within a year. */
async function listToReset(db: Database, number: string, audience: accounts.Audience, now: Date) {
  const rows = await listByNumber(db, number);
  return audience === 'user'
    ? rows.filter((row) => !isWaiting(row) && hasPhoneOnly(row) && !isNumberUnused(row, now))
    : [];
}

/** Sets a new password by code, ends all sessions and mails the owner. */
export async function resetPassword({ services, body, request, reply }: Context<typeof resetPasswordEndpoint>) {
  const { db, rates, clock, settings } = services;
  const { password, otp, type } = body;
  const email = body.email === undefined ? undefined : addressOf(services, body.email);
  const audience = audienceFor(type);
  const handle = codeCookie(request, services, 'pr');
  if (email === undefined && handle === undefined) throw validation({ email: message.otpEmailRequired });
  // Before the code, so that an unsuitable password costs no try.
  requireGoodPassword(password, undefined, settings.productName);
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const claim = { otp, email, audience, handle } as const;
  const code = await tryCode(services, { ...claim, purposes: ['reset'] }, request);
  const isByPhone = isNumber(code.email);
  const accountId = isByPhone
    ? chooseAccount(await listToReset(db, code.email, audience, clock.now()), body.account)?.id
    : code.accountId;
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const account = accountId ? await accounts.lockAccount(tx, accountId) : undefined;
    // The account may have moved to another address since the code was sent.
    if (!account || account.disabledAt || (isByPhone ? account.phone : account.email) !== code.email)
      throw new AppError('CODE_INVALID', message.codeWrong);
    requireGoodPassword(password, account, settings.productName);
    if (!(await consumeCode(tx, code.id, clock.now()))) throw new AppError('CODE_INVALID', message.codeWrong);
    // The code went to the address, which is thereby confirmed.
    const emailVerifiedAt = account.emailVerifiedAt ?? clock.now();
    const used = isByPhone ? { phoneUsedAt: clock.now() } : {};
    await accounts.updateAccount(tx, account.id, { passwordHash, emailVerifiedAt, ...used });
    await afterPasswordChange(tx, services, account);
    // The owner of the mailbox can sign in here, whatever strangers guess meanwhile.
    await trustDevice(tx, services, { ...account, passwordHash }, reply, { steps: false });
    await recordAuditEvent(tx, services, request, { action: 'account.password-reset', actor: account });
  });
  clearCodeCookie(reply, services, 'pr');
  return { message: 'Your new password is set. Please log in with it.' };
}

/** Ends other sessions, drops pending changes and mails the owner: somebody else may have known the old password. */
export async function afterPasswordChange(tx: Database, services: Services, account: AccountRow, keepSession?: string) {
  await endSessions(tx, account.id, keepSession);
  await tx.delete(invitation).where(eq(invitation.accountId, account.id));
  await forget(tx, untrustedMfaOf(account.id));
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
    if (locked.passwordHash !== account.passwordHash) throw passwordWrong();
    await accounts.updateAccount(tx, account.id, { passwordHash });
    await afterPasswordChange(tx, services, account, caller.sessionId);
    await trustDevice(tx, services, { ...locked, passwordHash }, reply, { steps });
    await recordAuditEvent(tx, services, request, { action: 'account.password-changed' });
  });
  return { message: 'Your password is changed. Other places were logged out.' };
}

/** Re-authenticates the caller with the current password. Wrong ones count for the session alone; the last of a day ends it. */
export async function requireCurrentPassword(
  services: Services,
  caller: Caller,
  password: string | undefined,
  request: FastifyRequest,
): Promise<AccountRow> {
  const { db, rates, clock } = services;
  const row = await accounts.findAccountById(db, caller.accountId);
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
  await forget(db, key);
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

/** Locks the caller's account; refuses when its password changed since `proved` was checked. */
export async function lockOwnAccount(tx: Database, { accountId }: Caller, proved?: AccountRow) {
  const account = await accounts.lockAccount(tx, accountId);
  if (!account || account.disabledAt) throw unauthenticated();
  if (proved && proved.passwordHash !== account.passwordHash) throw passwordWrong();
  return account;
}

const passwordWrong = () => validation({ currentPassword: message.passwordWrong });

/** Whether the password, MFA and state checked before are unchanged. Blocks changes until the transaction ends, so that a later one ends its session. */
export async function isProofValid(db: Database, proved: AccountRow): Promise<boolean> {
  const [current] = await db.select().from(account).where(eq(account.id, proved.id)).for('share');
  if (!current || current.disabledAt) return false;
  return current.passwordHash === proved.passwordHash && current.mfaAt?.getTime() === proved.mfaAt?.getTime();
}
