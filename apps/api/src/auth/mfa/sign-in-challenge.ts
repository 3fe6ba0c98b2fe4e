import { randomBytes } from 'node:crypto';
import { message, staffMessage, type submitMfaCode } from '@baraza/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sha256 } from '../../crypto/digest.ts';
import { signInChallenge } from '../../db/schema/tables.ts';
import { AppError } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import { type AccountRow, lockAccount } from '../account.store.ts';
import { isProofValid } from '../password/current-password.store.ts';
import { mailNotice, notices } from '../mails.ts';
import { networkOf } from '../../http/network.ts';
import { openSession } from '../session/open-session.ts';
import { countMfaAttempt, resetMfaAttempts, isWrongCode, consumeCode, recordWrongCode } from './mfa.ts';
import { countRecoveryCodes } from './mfa.store.ts';

const lifeMs = 5 * 60_000;
const tries = 5;

const isValid = (challengeHash: Buffer, now: Date) =>
  and(eq(signInChallenge.challengeHash, challengeHash), gt(signInChallenge.expiresAt, now));

/** Creates the challenge that answers a right password when MFA is on. */
export async function challenge(services: Services, row: AccountRow): Promise<AppError> {
  const { db, clock } = services;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await db.transaction(async (tx) => {
    if (!(await isProofValid(tx, row))) throw new AppError('INVALID_CREDENTIALS', message.credentials);
    await tx.insert(signInChallenge).values({ challengeHash: sha256(token), accountId: row.id, expiresAt });
  });
  return new AppError('MFA_REQUIRED', staffMessage.mfa, { challenge: token });
}

/** Completes a sign-in with an MFA code, which is used up with its challenge. */
export async function completeSignIn(context: Context<typeof submitMfaCode>): Promise<{ token: string }> {
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

function ended(): AppError {
  return new AppError('CODE_EXPIRED', staffMessage.signInAgain);
}
