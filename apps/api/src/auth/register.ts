import type * as endpoints from '@baraza/contract/account/account';
import { languages } from '@baraza/contract/core/language';
import { message, phoneMessage } from '@baraza/contract/core/message';
import type { FastifyReply } from 'fastify';
import { recordAuditEvent } from '../audit/audit.ts';
import type { Database } from '../db/database.ts';
import { deleteFile, insertFiles, type StoredFile, withStoredFiles } from '../files/file.store.ts';
import { AppError, validation } from '../http/errors.ts';
import type { Context } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import { nobody } from '../mail/enqueue-mail.ts';
import { phoneAddress } from '../mail/erased.ts';
import { refusesMail } from '../mail/refused-address.ts';
import type { Services } from '../services.ts';
import * as accounts from './account.store.ts';
import { clearCodeCookie, codeCookie, newHandle, setCodeCookie } from './code/code-cookie.ts';
import { type CodeRow, consumeCode, lockCodes, newestCode } from './code/code.store.ts';
import { issueCode, tryCode } from './code/code.ts';
import { loginOf, loginOriginOf } from './device/trusted-device.ts';
import { mailAlreadyRegistered, mailNotice, mailVerificationCode, notices } from './mails.ts';
import { requireGoodPassword } from './password/password-policy.ts';
import { hashPassword } from './password/password.ts';
import { keepNumber } from './phone/keep-number.ts';
import { addressOf, countSms, isNumber } from './number.ts';
import { accountsPerNumber, hasPhoneOnly, isWaiting, listByNumber } from './phone/phone-account.store.ts';
import { openSession } from './session/open-session.ts';
import { textCode, textNotice, textNumberFull } from './texts.ts';

/** Registers a citizen and mails a code. A known address gets the same response in the same time, and its owner a mail. */
export async function registerCitizen(context: Context<typeof endpoints.register>) {
  const { services, body: registration, files, request, reply } = context;
  const { db, rates, clock, settings } = services;
  const { password, first_name: firstName, last_name: lastName } = registration;
  const email = addressOf(services, registration.email);
  requireGoodPassword(password, { email, firstName, lastName }, settings.productName);
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const origin = await loginOriginOf(services, loginOf(email, 'user'), request);
  const passwordHash = await hashPassword(password);
  // The portal keeps the choice of a language in a cookie, and the account takes it over.
  const language = languages.find((it) => it === request.cookies['language']) ?? null;
  const person = { firstName, lastName, phone: registration.phone || null, passwordHash, language };
  const { handle, handleHash } = newHandle();
  await withStoredFiles(services, files.file, ([photo]) =>
    db.transaction(async (tx) => {
      await lockCodes(tx, { email, audience: 'user' });
      await countSms(tx, services, request, { number: email, purpose: 'verify', origin });
      const { known, isTaken } = await findEarlier(tx, email);
      // Writes either way, so that timing reveals nothing.
      if (isTaken) await accounts.updateAccount(tx, known.id, { createdAt: known.createdAt });
      const row = { ...person, email, createdAt: clock.now() };
      const accountId = isTaken ? null : await writeRegistration(tx, row, known, photo);
      const scope = { email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const codeRequest = isTaken ? { ...scope, passwordHash } : scope;
      const issued = await issueCode(tx, services, codeRequest, { origin, atOnce: true });
      if (isTaken) await sayTaken(tx, services, email);
      else await sendCode(tx, services, { ...issued, to: email, citizenId: accountId ?? undefined });
    }),
  );
  setCodeCookie(reply, services, 'pv', handle);
  if (isNumber(email)) return { message: phoneMessage.registered };
  return { message: 'Registration successful. We have sent you a code by email.' };
}

type Earlier =
  | { known?: accounts.AccountRow | undefined; isTaken: false }
  | { known: accounts.AccountRow; isTaken: true };

/** Finds a waiting registration, or the account that leaves no room for another. */
async function findEarlier(tx: Database, address: string): Promise<Earlier> {
  if (!isNumber(address)) {
    const known = await accounts.holdAccount(tx, address, 'user');
    return known && known.emailVerifiedAt !== null ? { known, isTaken: true } : { known, isTaken: false };
  }
  const all = await listByNumber(tx, address);
  const [first] = all;
  const known = all.find(isWaiting);
  return !known && first && all.length >= accountsPerNumber
    ? { known: first, isTaken: true }
    : { known, isTaken: false };
}

const sayTaken = (tx: Database, services: Services, address: string) =>
  (isNumber(address) ? textNumberFull : mailAlreadyRegistered)(tx, services, address);

const sendCode = (tx: Database, services: Services, code: Parameters<typeof textCode>[2]) =>
  (isNumber(code.to) && code.to !== nobody ? textCode : mailVerificationCode)(tx, services, code);

type NewCitizen = Omit<Parameters<typeof accounts.insertAccount>[1], 'id' | 'role'> & { readonly createdAt: Date };

/** Writes a registration, over an earlier one that was not confirmed. */
async function writeRegistration(tx: Database, row: NewCitizen, known?: accounts.AccountRow, photo?: StoredFile) {
  const { id } = known ?? { id: crypto.randomUUID() };
  const byPhone = isNumber(row.email) && { email: phoneAddress(id), phone: row.email, phoneUsedAt: row.createdAt };
  const written = { ...row, ...byPhone };
  const photoId = photo?.id ?? null;
  if (known) await accounts.updateAccount(tx, id, { ...written, photoId });
  else await accounts.insertAccount(tx, { id, role: 'citizen', ...written, photoId });
  if (known?.photoId) await deleteFile(tx, known.photoId);
  if (photo) await insertFiles(tx, [photo], { accountId: id, createdAt: row.createdAt });
  return id;
}

/** Mails another code for a waiting registration, or informs the owner of an existing account; at most once a minute. */
export async function sendVerificationCode(
  services: Services,
  email: string,
  account: accounts.AccountRow | undefined,
  reply: FastifyReply,
): Promise<void> {
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(email, 'user'), reply.request);
  try {
    await services.db.transaction(async (tx) => {
      const accountId = account?.emailVerifiedAt === null ? account.id : null;
      const scope = { email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const issued = await issueCode(tx, services, scope, { origin });
      if (account && accountId !== null) await mailVerificationCode(tx, services, { ...issued, to: email });
      else if (account) await mailAlreadyRegistered(tx, services, email);
    });
    setCodeCookie(reply, services, 'pv', handle);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error;
  }
}

const emailActions = { verified: 'account.email-confirmed', changed: 'account.email-changed' } as const;
const phoneActions = { verified: 'account.phone-confirmed', changed: 'account.phone-changed' } as const;

/** Confirms the address of a registration or a new address, and signs in. */
export async function verifyEmail(context: Context<typeof endpoints.verifyEmail>): Promise<{ token: string }> {
  const { services, body, request, reply } = context;
  const { otp } = body;
  const email = body.email === undefined ? undefined : addressOf(services, body.email);
  const { db, rates, clock } = services;
  const handle = codeCookie(request, services, 'pv');
  if (email === undefined && handle === undefined) throw validation({ email: message.required });
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const claim = { otp, email, audience: 'user', handle } as const;
  const code = await tryCode(services, { ...claim, purposes: ['verify', 'change-email'] }, request);
  const account = await db.transaction(async (tx) => {
    const confirmed = await confirm(tx, services, code);
    const { verified, changed } = isNumber(code.email) ? phoneActions : emailActions;
    const action = code.purpose === 'verify' ? verified : changed;
    await recordAuditEvent(tx, services, request, { action, actor: confirmed });
    return confirmed;
  });
  clearCodeCookie(reply, services, 'pv');
  return openSession(services, account, reply, isNumber(code.email) ? 'code by SMS' : 'code by email');
}

async function confirm(tx: Database, services: Services, code: CodeRow): Promise<accounts.AccountRow> {
  const now = services.clock.now();
  const account = code.accountId === null ? undefined : await accounts.lockAccount(tx, code.accountId);
  const consumed = await consumeCode(tx, code.id, now);
  if (!account || !consumed || account.disabledAt) throw codeWrong();
  const isByPhone = isNumber(code.email);
  if (code.purpose !== 'verify') await (isByPhone ? moveNumber : moveAddress)(tx, services, account, code.email);
  const confirmed = { emailVerifiedAt: account.emailVerifiedAt ?? now, ...(isByPhone && { phoneUsedAt: now }) };
  await accounts.updateAccount(tx, account.id, confirmed);
  if (isByPhone) await keepNumber(tx, services, account.id, code.email);
  return { ...account, ...(isByPhone ? { phone: code.email } : { email: code.email }) };
}

/** Moves the log-in to another number, and tells the old one. */
async function moveNumber(tx: Database, services: Services, account: accounts.AccountRow, number: string) {
  const isFull = (await listByNumber(tx, number)).length >= accountsPerNumber;
  if (account.pendingEmail !== number || isFull) throw codeWrong();
  await accounts.updateAccount(tx, account.id, { phone: number, pendingEmail: null });
  await textNotice(tx, services, account, notices.numberChanged.subject);
  if (!hasPhoneOnly(account)) await mailNotice(tx, services, account, notices.numberChanged);
}

async function moveAddress(tx: Database, services: Services, account: accounts.AccountRow, email: string) {
  const taken = await accounts.findAccount(tx, email, 'user');
  if (account.pendingEmail !== email || taken?.emailVerifiedAt) throw codeWrong();
  // Another registration holds this address, unconfirmed.
  if (taken && !(await accounts.removeRegistration(tx, taken.id))) throw codeWrong();
  await accounts.updateAccount(tx, account.id, { email, pendingEmail: null, emailVerifiedAt: services.clock.now() });
  await mailNotice(tx, services, account, notices.addressChanged);
}

const codeWrong = () => new AppError('CODE_INVALID', message.codeWrong);

/** Resends the code of a waiting registration; other addresses get the same response without a mail. */
export async function resendCode({ services, body, request }: Context<typeof endpoints.resendCode>) {
  const { db, rates, clock } = services;
  const email = addressOf(services, body.email);
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const origin = await loginOriginOf(services, loginOf(email, 'user'), request);
  const wasRefused = await refusesMail(db, email, clock.now());
  await db.transaction(async (tx) => {
    await countSms(tx, services, request, { number: email, purpose: 'verify', origin });
    const last = await newestCode(tx, { email, audience: 'user', purposes: ['verify'] });
    const { known } = await findEarlier(tx, email);
    const waiting = known && known.emailVerifiedAt === null && known.disabledAt === null ? known : undefined;
    // Keeps the handle, which belongs to the browser that registered.
    const handleHash = last?.handleHash ?? null;
    const scope = { email, audience: 'user', purpose: 'verify', accountId: waiting?.id ?? null, handleHash } as const;
    const issued = await issueCode(tx, services, scope, { origin });
    await sendCode(tx, services, { ...issued, to: waiting ? email : nobody, citizenId: waiting?.id });
  });
  // Said once the code is on its way again, by the address alone: it tells nothing of an account.
  if (wasRefused) throw validation({ email: message.emailRefused });
  if (isNumber(email)) return { message: phoneMessage.resent };
  return { message: 'If this email waits to be confirmed, a new code is on its way.' };
}
