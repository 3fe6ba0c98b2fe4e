import { message } from '@baraza/contract/core/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEventAlone } from '../audit/audit-event.ts';
import { AppError } from '../http/errors.ts';
import { isPasswordRight } from './password/password.ts';
import type { Services } from '../services.ts';
import { resetThrottle, useThrottle } from '../limits/throttle.store.ts';
import { type AccountRow, audienceOf, findAccount } from './account.store.ts';
import { duplicateRegistrationHash } from './code/code.store.ts';
import { placeOf } from './device/trusted-device.ts';
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
 * Checks e-mail and password and opens a session. An unknown address, a wrong type, a disabled account and a wrong password
 * answer alike and take alike long. So do a registration that waits and one whose address has an account already: whether
 * it has is told to nobody.
 */
export async function signIn(
  services: Services,
  given: Credentials,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string }> {
  const { db } = services;
  const audience = audienceOf(given.type);
  const resetAttempts = await countTry(services, given, request);
  const row = audience && (await findAccount(db, given.email, audience));
  const usable = row && row.disabledAt === null ? row : undefined;
  const right = await isPasswordRight(usable?.passwordHash, given.password);
  const waits = usable?.emailVerifiedAt === null;
  if (audience === 'user' && !(usable && right && !waits)) {
    const vain = await isVainlyRegistered(services, given, waits);
    if (vain || (right && waits)) {
      await recordRefusal(services, request, row, 'unverified');
      throw await unverified(services, given.email, row, reply);
    }
  }
  if (!right || !usable || !audience) {
    await recordRefusal(services, request, row, 'credentials');
    request.log.info({ audience, outcome: 'refused' }, 'sign-in');
    throw new AppError('INVALID_CREDENTIALS', message.credentials);
  }
  if (waits) throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
  // Not before: who registers an address anew must not get more guesses at the password of its owner.
  await resetAttempts();
  if (usable.mfaAt) throw await challenge(services, usable);
  return openSession(services, usable, reply);
}

/** Counts a password for the place that it comes from, and for all unknown ones together. Answers how to forget the tries. */
async function countTry(services: Services, { email, type }: Credentials, request: FastifyRequest) {
  const { db, rates, clock } = services;
  const now = clock.now();
  const whose = loginOf(email, type);
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], now);
  const place = await placeOf(services, whose, request);
  const { parts } = place;
  await useThrottle(db, rates.login, [...whose, ...parts], now);
  if (!(await isExemptFromGlobalLimit(db, place, rates.loginKnown, whose, now)))
    await useThrottle(db, rates.loginAnywhere, whose, now);
  return async () => {
    await resetThrottle(db, [...whose, ...parts]);
    await resetThrottle(db, whose);
  };
}

/** Whether it is the password of a registration in vain. Takes as long where there was none, or a real one waits. */
async function isVainlyRegistered(services: Services, given: Credentials, waits: boolean): Promise<boolean> {
  const passwordHash = await duplicateRegistrationHash(services.db, given.email);
  return isPasswordRight(waits ? undefined : passwordHash, given.password);
}

/** The password was right: only then may the answer tell that the address waits to be confirmed. */
async function unverified(
  services: Services,
  email: string,
  row: AccountRow | undefined,
  reply: FastifyReply,
): Promise<AppError> {
  await sendVerificationCode(services, email, row, reply);
  return new AppError('EMAIL_NOT_VERIFIED', message.unverified);
}

/** For a known address and an unknown one alike. Which address it was is told by the account alone. */
function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const deed = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordAuditEventAlone(services.db, services, request, deed);
}
