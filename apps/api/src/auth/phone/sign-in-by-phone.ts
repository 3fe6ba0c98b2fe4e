import type { login } from '@baraza/contract/account/account';
import { message, phoneMessage } from '@baraza/contract/core/message';
import { limit } from '@baraza/contract/core/limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../audit/audit.ts';
import { AppError } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { networkOf } from '../../http/network.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import { isNumberUnused } from '../../mail/channel-contact.store.ts';
import { nobody } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { type AccountRow, lockAccount, updateAccount } from '../account.store.ts';
import { consumeCode, duplicateRegistrationHash, newestCode } from '../code/code.store.ts';
import { issueCode, tryCode } from '../code/code.ts';
import { loginOf, loginOriginOf } from '../device/trusted-device.ts';
import { mailSignInCode } from '../mails.ts';
import { isPasswordRight } from '../password/password.ts';
import { openSession } from '../session/open-session.ts';
import { textCode } from '../texts.ts';
import { keepNumber } from './keep-number.ts';
import { countSms, isNumber } from '../number.ts';
import { accountsPerNumber, chooseAccount, hasPhoneOnly, isWaiting, listByNumber } from './phone-account.store.ts';

type Body = Context<typeof login>['body'];

interface Matches {
  /** The accounts that the password fits. */
  readonly rows: readonly AccountRow[];
  /** Whether it fits a registration that found the number full. */
  readonly isDuplicate: boolean;
}

/** Signs in with number, password and the code of an SMS. Refusals take the same time, whatever the number has. */
export async function signInByPhone(
  services: Services,
  { email: number, password, type, code, account }: Body,
  reply: FastifyReply,
  { resetAttempts, refuse }: { readonly resetAttempts: () => Promise<void>; readonly refuse: () => Promise<void> },
): Promise<{ token: string }> {
  const { rows, isDuplicate } = await findMatches(services, number, type, password);
  if (rows.length === 0 && !isDuplicate) {
    await refuse();
    throw new AppError('INVALID_CREDENTIALS', phoneMessage.credentials);
  }
  // Not for a registration that waits: registering a number again must not allow more guesses of its owners' passwords.
  if (rows.some((row) => !isWaiting(row))) await resetAttempts();
  const { address, among, purpose } = whereToAsk(services, number, rows);
  if (code === undefined) {
    await sendCode(services, { address, purpose }, among[0], reply.request);
    throw new AppError('PHONE_CODE_REQUIRED', isNumber(address) ? phoneMessage.code : phoneMessage.codeByEmail);
  }
  const { db, clock, rates } = services;
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(reply.request)], clock.now());
  const claim = { otp: code, email: address, audience: 'user', handle: undefined, purposes: [purpose] } as const;
  const tried = await tryCode(services, claim, reply.request);
  const chosen = chooseAccount(among, account);
  if (!chosen) throw new AppError('INVALID_CREDENTIALS', phoneMessage.credentials);
  await confirmUse(services, chosen, number, tried.id, reply.request);
  return openSession(
    services,
    chosen,
    reply,
    isNumber(address) ? 'password and code by SMS' : 'password and code by email',
  );
}

/** Compares the password with as many hashes for every number, known or not. */
async function findMatches({ db }: Services, number: string, type: string, password: string): Promise<Matches> {
  const all = await listByNumber(db, number);
  const rows = type === 'user' ? all : [];
  const duplicateHash = await duplicateRegistrationHash(db, number);
  const hashes = rows.map((row) => row.passwordHash);
  const isFull = rows.length > accountsPerNumber || type !== 'user';
  const slots = Array.from({ length: accountsPerNumber + 1 }, (_, slot) =>
    slot === rows.length && !isFull ? duplicateHash : hashes[slot],
  );
  const fits = await Promise.all(slots.map((hash) => isPasswordRight(hash, password)));
  return { rows: rows.filter((_, slot) => fits[slot]), isDuplicate: fits[rows.length] ?? false };
}

interface Asked {
  /** Number or e-mail to which the code goes. */
  readonly address: string;
  readonly among: readonly AccountRow[];
  readonly purpose: 'sign-in' | 'verify';
}

/** Decides where the code goes: to a number that was not used for a year none does, but to the e-mail of its account. */
function whereToAsk({ clock }: Services, number: string, matches: readonly AccountRow[]): Asked {
  const rows = matches.filter((row) => !isWaiting(row));
  // Anybody registers any number: that must neither end nor count the codes by which its owners sign in.
  if (rows.length === 0) return { address: number, among: matches, purpose: 'verify' };
  const purpose = 'sign-in';
  const inUse = rows.filter((row) => !isNumberUnused(row, clock.now()));
  if (inUse.length > 0) return { address: number, among: inUse, purpose };
  const mailed = rows.find((row) => !hasPhoneOnly(row));
  if (!mailed) throw new AppError('PHONE_UNUSED', phoneMessage.unused);
  return { address: mailed.email, among: [mailed], purpose };
}

async function sendCode(
  services: Services,
  { address, purpose }: Pick<Asked, 'address' | 'purpose'>,
  row: AccountRow | undefined,
  request: FastifyRequest,
) {
  const { clock } = services;
  const origin = await loginOriginOf(services, loginOf(address, 'user'), request);
  await services.db.transaction(async (tx) => {
    const last = await newestCode(tx, { email: address, audience: 'user', purposes: [purpose] });
    const age = last ? Math.abs(clock.now().getTime() - last.createdAt.getTime()) / 1000 : Infinity;
    const isOfSame = last?.accountId === (row?.id ?? null);
    // The code that was sent just now still works.
    if (last && isOfSame && !last.consumedAt && last.attempts < limit.otpTries && age < limit.otpResendSeconds) return;
    await countSms(tx, services, request, { number: address, purpose, origin });
    const codeRequest = {
      email: address,
      audience: 'user',
      purpose,
      accountId: row?.id ?? null,
      handleHash: null,
    } as const;
    const issued = await issueCode(tx, services, codeRequest, { origin, atOnce: true });
    const send = isNumber(address) ? textCode : mailSignInCode;
    await send(tx, services, { ...issued, to: row ? address : nobody, citizenId: row?.id });
  });
}

async function confirmUse(
  services: Services,
  row: AccountRow,
  number: string,
  codeId: string,
  request: FastifyRequest,
): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, row.id);
    const isUsed = !(await consumeCode(tx, codeId, now));
    if (!account || account.phone !== number || isUsed) throw new AppError('CODE_INVALID', message.codeWrong);
    await updateAccount(tx, row.id, { phoneUsedAt: now, emailVerifiedAt: account.emailVerifiedAt ?? now });
    if (!isWaiting(account)) return;
    await keepNumber(tx, services, row.id, number);
    await recordAuditEvent(tx, services, request, { action: 'account.phone-confirmed', actor: row });
  });
}
