import { message } from '@baraza/contract/core/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEventAlone } from '../audit/audit-event.ts';
import { AppError } from '../http/errors.ts';
import { isPasswordRight } from './password/password.ts';
import type { Services } from '../services.ts';
import { resetThrottle, useThrottle } from '../limits/throttle.store.ts';
import { type AccountRow, audienceOf, findAccount } from './account.store.ts';
import { duplicateRegistrationHash } from './code/code.store.ts';
import { loginOriginOf } from './device/trusted-device.ts';
import { networkOf } from '../http/network.ts';
import { openSession } from './session/open-session.ts';
import { sendVerificationCode } from './register.ts';
import { challenge } from './mfa/sign-in-challenge.ts';
import { isExemptFromGlobalLimit } from './device/trusted-quota.ts';
import { loginOf } from './device/throttle-subject.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly type: string;
}

/**
 * Checks e-mail and password and opens a session.
 * An unknown address, a wrong audience, a disabled account and a wrong password get the same answer in the same time. So do a waiting
 * registration and one whose address already has an account.
 */
export async function signIn(
  services: Services,
  credentials: Credentials,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string }> {
  const { db } = services;
  const audience = audienceOf(credentials.type);
  const resetAttempts = await countAttempt(services, credentials, request);
  const row = audience && (await findAccount(db, credentials.email, audience));
  const usable = row && row.disabledAt === null ? row : undefined;
  const isRight = await isPasswordRight(usable?.passwordHash, credentials.password);
  const isWaiting = usable?.emailVerifiedAt === null;
  if (audience === 'user' && !(usable && isRight && !isWaiting)) {
    const isDuplicate = await isDuplicateRegistration(services, credentials, isWaiting);
    if (isDuplicate || (isRight && isWaiting)) {
      await recordRefusal(services, request, row, 'unverified');
      throw await unverified(services, credentials.email, row, reply);
    }
  }
  if (!isRight || !usable || !audience) {
    await recordRefusal(services, request, row, 'credentials');
    request.log.info({ audience, outcome: 'refused' }, 'sign-in');
    throw new AppError('INVALID_CREDENTIALS', message.credentials);
  }
  if (isWaiting) throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
  // Not earlier: registering an address again must not give more guesses at its owner's password.
  await resetAttempts();
  if (usable.mfaAt) throw await challenge(services, usable);
  return openSession(services, usable, reply);
}

/** Counts an attempt by origin and globally; returns a function that resets both. */
async function countAttempt(services: Services, { email, type }: Credentials, request: FastifyRequest) {
  const { db, rates, clock } = services;
  const now = clock.now();
  const subject = loginOf(email, type);
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], now);
  const origin = await loginOriginOf(services, subject, request);
  const { parts } = origin;
  await useThrottle(db, rates.login, [...subject, ...parts], now);
  if (!(await isExemptFromGlobalLimit(db, origin, rates.loginKnown, subject, now)))
    await useThrottle(db, rates.loginAnywhere, subject, now);
  return async () => {
    await resetThrottle(db, [...subject, ...parts]);
    await resetThrottle(db, subject);
  };
}

/** Whether the password is that of a duplicate registration; takes the same time without one. */
async function isDuplicateRegistration(
  services: Services,
  credentials: Credentials,
  isWaiting: boolean,
): Promise<boolean> {
  const passwordHash = await duplicateRegistrationHash(services.db, credentials.email);
  return isPasswordRight(isWaiting ? undefined : passwordHash, credentials.password);
}

/** Sends a code and says that the address is unconfirmed; only after a right password. */
async function unverified(
  services: Services,
  email: string,
  row: AccountRow | undefined,
  reply: FastifyReply,
): Promise<AppError> {
  await sendVerificationCode(services, email, row, reply);
  return new AppError('EMAIL_NOT_VERIFIED', message.unverified);
}

/** Records a refused sign-in; only an existing account is named. */
function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const entry = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordAuditEventAlone(services.db, services, request, entry);
}
