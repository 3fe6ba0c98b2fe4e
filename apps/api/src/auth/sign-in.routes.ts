import * as contract from '@baraza/contract';
import { message, staffMessage } from '@baraza/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../audit/audit.ts';
import { AppError } from '../http/errors.ts';
import { type Context, mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { forget } from '../db/remembered.store.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import type { Services } from '../services.ts';
import { type AccountRow, audienceOf, findAccount } from './account.store.ts';
import { duplicateRegistrationHash } from './code/code.store.ts';
import { loginOf, loginOriginOf } from './device/trusted-device.ts';
import * as mfa from './mfa/manage-mfa.ts';
import { signInWithCode } from './mfa/sign-in-with-code.ts';
import * as password from './password/change-password.ts';
import { isPasswordRight } from './password/password.ts';
import { addressOf, isNumber } from './number.ts';
import { signInByPhone } from './phone/sign-in-by-phone.ts';
import * as registration from './register.ts';
import { openSession } from './session/open-session.ts';
import { endSession } from './session/session.store.ts';

/** Mounts registration, sign-in, sign-out, password reset and MFA. */
export function signInRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.register, registration.registerCitizen);
  mount(app, all, contract.verifyEmail, registration.verifyEmail);
  mount(app, all, contract.resendCode, registration.resendCode);
  mount(app, all, contract.forgotPassword, password.requestReset);
  mount(app, all, contract.resetPassword, password.resetPassword);
  mount(app, all, contract.login, signIn);

  mount(app, all, contract.logout, async ({ services, caller, request, reply }) => {
    await services.db.transaction(async (tx) => {
      const ended = await endSession(tx, caller.accountId, caller.sessionId);
      // After an erasure, nothing is recorded about the account.
      if (ended) await recordAuditEvent(tx, services, request, { action: 'account.signed-out' });
    });
    request.log.info({ actor: caller.accountId, outcome: 'signed out' }, 'sign-out');
    // The cache only: the app empties its own storage, since the other app shares the origin.
    reply.header('clear-site-data', '"cache"');
    return { message: 'You are logged out.' };
  });

  mount(app, all, contract.getMfa, mfa.readMfa);
  mount(app, all, contract.startMfa, mfa.startMfa);
  mount(app, all, contract.confirmMfa, mfa.confirmMfa);
  mount(app, all, contract.renewRecoveryCodes, mfa.renewRecoveryCodes);
  mount(app, all, contract.endMfa, mfa.endMfa);
}

/** Signs in with e-mail, password and, with MFA, a code. Refusals take the same time and do not reveal whether an account exists. */
async function signIn(context: Context<typeof contract.login>): Promise<{ token: string }> {
  const { services, request, reply } = context;
  const body = { ...context.body, email: addressOf(services, context.body.email) };
  const audience = audienceOf(body.type);
  const resetAttempts = await countAttempt(services, body, request);
  if (isNumber(body.email)) {
    const refuse = () => recordRefusal(services, request, undefined, 'credentials');
    return signInByPhone(services, body, reply, { resetAttempts, refuse });
  }
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
      await registration.sendVerificationCode(services, body.email, row, reply);
      throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
    }
  }
  if (!isRight || !usable || !audience) {
    await recordRefusal(services, request, row, 'credentials');
    request.log.info({ audience, outcome: 'refused' }, 'sign-in');
    throw new AppError('INVALID_CREDENTIALS', message.credentials);
  }
  if (isWaiting) throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
  // Not earlier: registering an address again must not allow more guesses of its owner's password.
  await resetAttempts();
  if (!usable.mfaAt) return openSession(services, usable, reply);
  if (body.code === undefined) throw new AppError('MFA_REQUIRED', staffMessage.mfa);
  return signInWithCode(services, usable, body.code, reply);
}

/** Counts an attempt by origin and globally; returns a function that resets both. */
async function countAttempt(
  services: Services,
  { email, type }: Context<typeof contract.login>['body'],
  request: FastifyRequest,
) {
  const { db, rates, clock } = services;
  const now = clock.now();
  const subject = loginOf(email, type);
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], now);
  const origin = await loginOriginOf(services, subject, request);
  const ofOrigin = [...subject, ...origin.parts];
  await useThrottle(db, rates.login, ofOrigin, now);
  if (!origin.isTrusted) await useThrottle(db, rates.loginAnywhere, subject, now);
  return async () => {
    await forget(db, ofOrigin);
    await forget(db, subject);
  };
}

function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const entry = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordAuditEventAlone(services.db, services, request, entry);
}
