import { message } from '@baraza/contract/core/message';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../http/errors.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import type { Services } from '../../services.ts';
import { useThrottle, resetThrottle } from '../../limits/throttle.store.ts';
import { hashRecoveryCode, plainCode } from './recovery-codes.ts';
import { placeOf } from '../device/trusted-device.ts';
import { findMfa, resetUntrustedAttempts, takeStep, spendRecoveryCode } from './mfa.store.ts';
import { isExemptFromGlobalLimit } from '../device/trusted-quota.ts';
import { stepOf } from './totp.ts';
import { stepsOf, strangersSteps } from '../device/throttle-subject.ts';

/** Seals a key together with whose it is: put into the row of another account it opens nothing. */
export function sealKey(services: Services, accountId: string, key: string): string {
  return seal(services.keys.mfa, JSON.stringify([accountId, key]));
}

function openKey(services: Services, accountId: string, sealed: string): string | undefined {
  try {
    const [owner, key] = JSON.parse(unseal(services.keys.mfa, sealed)) as [string, string];
    return owner === accountId ? key : undefined;
  } catch {
    services.log.error({ object: accountId }, 'The key of a second step cannot be opened: SECRET_KEY is another one.');
    return undefined;
  }
}

/** How a code proved right. */
export type Proof = 'app' | 'recovery code';

/**
 * Checks a code of the app or a recovery code, and uses it up. Call it in the transaction of what it allows.
 * @throws AppError CODE_INVALID when it is wrong, or was used before.
 */
export async function consumeCode(db: Database, services: Services, accountId: string, code: string): Promise<Proof> {
  const given = plainCode(code);
  const right = /^\d{6}$/.test(given)
    ? await spendAppCode(db, services, accountId, given)
    : await spendRecoveryCode(db, accountId, hashRecoveryCode(services, accountId, given));
  if (!right) throw wrongCode();
  return /^\d{6}$/.test(given) ? 'app' : 'recovery code';
}

/** The same for the app alone. */
export async function spendAppCode(
  db: Database,
  services: Services,
  accountId: string,
  code: string,
): Promise<boolean> {
  const row = await findMfa(db, accountId);
  const key = row && openKey(services, accountId, row.sealedKey);
  const step = key === undefined ? undefined : stepOf(key, plainCode(code), services.clock.now());
  return step !== undefined && (await takeStep(db, accountId, step));
}

/**
 * Counts a try at the codes of an account: strictly for the place that it comes from, and over a day for all places together
 * that nobody knows. Whoever has the password can use up that day's share alone: a browser or network from which a right code
 * came lately has a day's share of its own (see `placeOf`). An owner at a place that nobody knows comes in again once the
 * password is a new one, or an administrator has turned the second step off.
 */
export async function countStepTry(services: Services, accountId: string, request: FastifyRequest): Promise<void> {
  const { db, rates, clock } = services;
  const whose = stepsOf(accountId);
  const now = clock.now();
  const place = await placeOf(services, whose, request);
  await useThrottle(db, rates.mfa, [...whose, ...place.parts], now);
  const strangers = strangersSteps(accountId);
  if (place.isKnown) await useThrottle(db, rates.mfaAnywhere, [...strangers, ...place.parts], now);
  if (!(await isExemptFromGlobalLimit(db, place, rates.mfaKnown, whose, now)))
    await useThrottle(db, rates.mfaAnywhere, strangers, now);
}

/** Forgets the tries of the place, once a code was right there, and those of all unknown ones. */
export async function resetMfaAttempts(services: Services, db: Database, accountId: string, request: FastifyRequest) {
  const whose = stepsOf(accountId);
  const { parts } = await placeOf({ ...services, db }, whose, request);
  await resetThrottle(db, [...whose, ...parts]);
  await resetThrottle(db, [...strangersSteps(accountId), ...parts]);
  await resetUntrustedAttempts(db, accountId);
}

export function wrongCode(): AppError {
  return new AppError('CODE_INVALID', message.codeWrong, { fields: { code: message.codeWrong } });
}

export function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 'CODE_INVALID';
}
