import { createHash, randomBytes } from 'node:crypto';
import { message, staffMessage, type submitMfaCode } from '@baraza/contract';
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
import * as store from './mfa.store.ts';

const lifeMs = 5 * 60_000;
const tries = 5;

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

/** Creates the challenge that answers a right password when MFA is on. */
export async function challenge(services: Services, row: AccountRow): Promise<AppError> {
  const { db, clock } = services;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await db.transaction(async (tx) => {
    if (!(await isProofValid(tx, row))) throw new AppError('INVALID_CREDENTIALS', message.credentials);
    await store.insertChallenge(tx, { challengeHash: hashOf(token), accountId: row.id, expiresAt });
  });
  return new AppError('MFA_REQUIRED', staffMessage.mfa, { challenge: token });
}

/** Completes a sign-in with an MFA code, which is used up with its challenge. */
export async function completeSignIn(context: Context<typeof submitMfaCode>): Promise<{ token: string }> {
  const { services, body, request, reply } = context;
  const { challenge: token, code } = body;
  const { db, rates, clock } = services;
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const challengeHash = hashOf(token);
  const taken = await store.takeChallengeTry(db, challengeHash, tries, clock.now());
  if (!taken) throw await deadReason(services, challengeHash);
  await countMfaAttempt(services, taken.accountId, request);
  try {
    return await db.transaction(async (tx) => {
      const account = await lockAccount(tx, taken.accountId);
      if (!account || account.disabledAt || !account.mfaAt) throw ended();
      const proof = await consumeCode(tx, services, account.id, code);
      if (!(await store.consumeChallenge(tx, challengeHash))) throw ended();
      await resetMfaAttempts(services, tx, account.id, request);
      if (proof === 'recovery code') {
        const left = await store.countRecoveryCodes(tx, account.id);
        await mailNotice(tx, services, account, notices.recoveryCodeUsed(left));
      }
      return openSession({ ...services, db: tx }, account, reply, `password and ${proof}`);
    });
  } catch (error) {
    if (isWrongCode(error)) await recordWrongCode(services, taken.accountId, request);
    throw error;
  }
}

async function deadReason(services: Services, challengeHash: Buffer): Promise<AppError> {
  const spent = await store.isChallengeSpent(services.db, challengeHash, services.clock.now());
  return spent ? new AppError('CODE_EXHAUSTED', staffMessage.stepExhausted) : ended();
}

function ended(): AppError {
  return new AppError('CODE_EXPIRED', staffMessage.signInAgain);
}
