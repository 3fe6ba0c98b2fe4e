import { message, type login } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import { recordAuditEventAlone } from '../audit/audit.ts';
import { AppError } from '../http/errors.ts';
import type { Context } from '../http/mount.ts';
import { isPasswordRight } from './password/password.ts';
import type { Services } from '../services.ts';
import { resetThrottle, useThrottle } from '../limits/throttle.store.ts';
import { type AccountRow, audienceOf, findAccount } from './account.store.ts';
import { duplicateRegistrationHash } from './code/code.store.ts';
import { loginOriginOf, loginOf, isExemptFromGlobalLimit } from './device/trusted-device.ts';
import { networkOf } from '../http/network.ts';
import { openSession } from './session/open-session.ts';
import { sendVerificationCode } from './register.ts';
import { challenge } from './mfa/sign-in-challenge.ts';

/** Checks e-mail and password and opens a session. Every refusal takes the same time; unknown and disabled accounts read alike. */
export async function signIn(context: Context<typeof login>): Promise<{ token: string }> {
  const { services, body, request, reply } = context;
  const audience = audienceOf(body.type);
  const resetAttempts = await countAttempt(context);
  const row = audience && (await findAccount(services.db, body.email, audience));
  const usable = row && row.disabledAt === null ? row : undefined;
  const isRight = await isPasswordRight(usable?.passwordHash, body.password);
  const isWaiting = usable?.emailVerifiedAt === null;
  if (audience === 'user' && !(usable && isRight && !isWaiting)) {
    const duplicateHash = await duplicateRegistrationHash(services.db, body.email);
    // Takes the same time without a duplicate registration.
    const isDuplicate = await isPasswordRight(isWaiting ? undefined : duplicateHash, body.password);
    if (isDuplicate || (isRight && isWaiting)) {
      await recordRefusal(services, request, row, 'unverified');
      await sendVerificationCode(services, body.email, row, reply);
      throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
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
async function countAttempt({ services, body: { email, type }, request }: Context<typeof login>) {
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

/** Records a refused sign-in; only an existing account is named. */
function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const entry = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordAuditEventAlone(services.db, services, request, entry);
}
