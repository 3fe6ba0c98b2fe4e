import { randomBytes } from 'node:crypto';
import * as contract from '@baraza/contract';
import { message, staffMessage } from '@baraza/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../audit/audit.ts';
import { sha256 } from '../crypto/digest.ts';
import { signInChallenge } from '../db/schema/tables.ts';
import { AppError } from '../http/errors.ts';
import { type Context, mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { resetThrottle, useThrottle } from '../limits/throttle.store.ts';
import type { Services } from '../services.ts';
import { type AccountRow, audienceOf, findAccount, lockAccount } from './account.store.ts';
import { duplicateRegistrationHash } from './code/code.store.ts';
import { isExemptFromGlobalLimit, loginOf, loginOriginOf } from './device/trusted-device.ts';
import { mailNotice, notices } from './mails.ts';
import * as mfa from './mfa/manage-mfa.ts';
import { countRecoveryCodes } from './mfa/mfa.store.ts';
import { consumeCode, countMfaAttempt, isWrongCode, recordWrongCode, resetMfaAttempts } from './mfa/mfa.ts';
import * as password from './password/change-password.ts';
import { isPasswordRight } from './password/password.ts';
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
  mount(app, all, contract.submitMfaCode, completeSignIn);

  mount(app, all, contract.logout, async ({ services, caller, request, reply }) => {
    await services.db.transaction(async (tx) => {
      const ended = await endSession(tx, caller.accountId, caller.sessionId);
      // After an erasure nothing more is recorded about the account.
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

/** Checks e-mail and password and opens a session. Every refusal takes the same time; unknown and disabled accounts read alike. */
async function signIn(context: Context<typeof contract.login>): Promise<{ token: string }> {
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
  // Not earlier: registering an address again must not give more guesses at its owner's password.
  await resetAttempts();
  if (usable.mfaAt) throw await challenge(services, usable);
  return openSession(services, usable, reply);
}

/** Counts an attempt by origin and globally; returns a function that resets both. */
async function countAttempt({ services, body: { email, type }, request }: Context<typeof contract.login>) {
  const { db, rates, clock } = services;
  const now = clock.now();
  const subject = loginOf(email, type);
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], now);
  const origin = await loginOriginOf(services, subject, request);
  const ofOrigin = [...subject, ...origin.parts];
  await useThrottle(db, rates.login, ofOrigin, now);
  if (!(await isExemptFromGlobalLimit(db, origin, rates.loginKnown, subject, now)))
    await useThrottle(db, rates.loginAnywhere, subject, now);
  return async () => {
    await resetThrottle(db, ofOrigin);
    await resetThrottle(db, subject);
  };
}

function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const entry = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordAuditEventAlone(services.db, services, request, entry);
}

const lifeMs = 5 * 60_000;
const tries = 5;

const isValid = (challengeHash: Buffer, now: Date) =>
  and(eq(signInChallenge.challengeHash, challengeHash), gt(signInChallenge.expiresAt, now));

/** Creates the challenge that answers a right password when MFA is on. */
async function challenge(services: Services, row: AccountRow): Promise<AppError> {
  const { db, clock } = services;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await db.transaction(async (tx) => {
    if (!(await password.isProofValid(tx, row))) throw new AppError('INVALID_CREDENTIALS', message.credentials);
    await tx.insert(signInChallenge).values({ challengeHash: sha256(token), accountId: row.id, expiresAt });
  });
  return new AppError('MFA_REQUIRED', staffMessage.mfa, { challenge: token });
}

/** Completes a sign-in with an MFA code, which is used up with its challenge. */
async function completeSignIn(context: Context<typeof contract.submitMfaCode>): Promise<{ token: string }> {
  const { services, body, request, reply } = context;
  const { challenge: token, code } = body;
  const { db, rates, clock } = services;
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const challengeHash = sha256(token);
  // One statement, so that parallel guesses gain nothing.
  const [taken] = await db
    .update(signInChallenge)
    .set({ attempts: sql`${signInChallenge.attempts} + 1` })
    .where(and(isValid(challengeHash, clock.now()), lt(signInChallenge.attempts, tries)))
    .returning();
  if (!taken) {
    const isSpent = (await db.$count(signInChallenge, isValid(challengeHash, clock.now()))) > 0;
    throw isSpent ? new AppError('CODE_EXHAUSTED', staffMessage.stepExhausted) : ended();
  }
  await countMfaAttempt(services, taken.accountId, request);
  try {
    return await db.transaction(async (tx) => {
      const account = await lockAccount(tx, taken.accountId);
      if (!account || account.disabledAt || !account.mfaAt) throw ended();
      const proof = await consumeCode(tx, services, account.id, code);
      const used = await tx.delete(signInChallenge).where(eq(signInChallenge.challengeHash, challengeHash));
      if (used.rowCount !== 1) throw ended();
      await resetMfaAttempts(services, tx, account.id, request);
      if (proof === 'recovery code') {
        const left = await countRecoveryCodes(tx, account.id);
        await mailNotice(tx, services, account, notices.recoveryCodeUsed(left));
      }
      return openSession({ ...services, db: tx }, account, reply, `password and ${proof}`);
    });
  } catch (error) {
    if (isWrongCode(error)) await recordWrongCode(services, taken.accountId, request);
    throw error;
  }
}

const ended = () => new AppError('CODE_EXPIRED', staffMessage.signInAgain);
