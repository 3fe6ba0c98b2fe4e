import { type Endpoint, message, staffMessage } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../http/errors.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import type { Services } from '../../services.ts';
import { forget } from '../../db/remembered.store.ts';
import { isWithinRate, useThrottle } from '../../limits/throttle.store.ts';
import { loginOriginOf, mfaOf, untrustedMfaOf } from '../device/trusted-device.ts';
import { eq } from 'drizzle-orm';
import { mfa } from '../../db/schema/tables.ts';
import { spendRecoveryCode, takeStep } from './mfa.store.ts';
import { recordAuditEvent } from '../../audit/audit.ts';
import { lockAccount } from '../account.store.ts';
import { mailNotice, notices } from '../mails.ts';
import type { Caller } from '../session/caller.ts';
import { Secret, TOTP } from 'otpauth';
import { randomInt } from 'node:crypto';
import { hmacSha256 } from '../../crypto/digest.ts';

/** Encrypts a TOTP key with its account id, so that another account cannot use it. */
export function sealKey(services: Services, accountId: string, key: string): string {
  return seal(services.keys.mfa, JSON.stringify([accountId, key]));
}

function openKey(services: Services, accountId: string, sealed: string): string | undefined {
  try {
    const [owner, key] = JSON.parse(unseal(services.keys.mfa, sealed)) as [string, string];
    return owner === accountId ? key : undefined;
  } catch {
    services.log.error(
      { object: accountId },
      'An authenticator key cannot be decrypted: the secret key was lost and given up.',
    );
    return undefined;
  }
}

/** Kind of the accepted code. */
export type Proof = 'app' | 'recovery code';

/** Consumes an app or recovery code, in the transaction of the action that it allows. @throws AppError CODE_INVALID. */
export async function consumeCode(db: Database, services: Services, accountId: string, code: string): Promise<Proof> {
  const plain = plainCode(code);
  const isAppCode = /^\d{6}$/.test(plain);
  const isRight = isAppCode
    ? await spendAppCode(db, services, accountId, plain)
    : await spendRecoveryCode(db, accountId, hashRecoveryCode(services, accountId, plain));
  if (!isRight) throw wrongCode();
  return isAppCode ? 'app' : 'recovery code';
}

/** Consumes a code of the app. */
export async function spendAppCode(db: Database, services: Services, accountId: string, code: string) {
  const [row] = await db.select().from(mfa).where(eq(mfa.accountId, accountId));
  const key = row && openKey(services, accountId, row.sealedKey);
  const step = key === undefined ? undefined : stepOf(key, plainCode(code), services.clock.now());
  return step !== undefined && (await takeStep(db, accountId, step));
}

/** Counts an MFA attempt by origin, and over a day for all unknown origins. A thief of the password can use up only those. */
export async function countMfaAttempt(services: Services, accountId: string, request: FastifyRequest): Promise<void> {
  const { db, rates, clock } = services;
  const subject = mfaOf(accountId);
  const now = clock.now();
  const origin = await loginOriginOf(services, subject, request);
  await useThrottle(db, rates.mfa, [...subject, ...origin.parts], now);
  const strangers = untrustedMfaOf(accountId);
  const share = origin.isTrusted ? [...strangers, ...origin.parts] : strangers;
  await useThrottle(db, rates.mfaAnywhere, share, now);
}

/** Resets the attempts of this origin and of unknown ones after a right code. */
export async function resetMfaAttempts(services: Services, db: Database, accountId: string, request: FastifyRequest) {
  const subject = mfaOf(accountId);
  const { parts } = await loginOriginOf({ ...services, db }, subject, request);
  await forget(db, [...subject, ...parts]);
  await forget(db, [...untrustedMfaOf(accountId), ...parts]);
  await forget(db, untrustedMfaOf(accountId));
}

export const wrongCode = () => new AppError('CODE_INVALID', message.codeWrong, { fields: { code: message.codeWrong } });

export const isWrongCode = (error: unknown) => error instanceof AppError && error.code === 'CODE_INVALID';

/** Records a wrong MFA code, and mails the owner after several within a week. Somebody knows their password then. */
export async function recordWrongCode(services: Services, accountId: string, request: FastifyRequest): Promise<void> {
  const { rates, clock } = services;
  request.log.info({ actor: accountId, outcome: 'refused' }, 'mfa');
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    const event = { action: 'account.code-tried', outcome: 'refused', actor: account } as const;
    await recordAuditEvent(tx, services, request, { ...event, detail: { purpose: 'mfa' } });
    if (await isWithinRate(tx, rates.wrongSteps, ['wrong codes', accountId], clock.now())) return;
    if (!(await isWithinRate(tx, rates.wrongMfaCodeMails, ['wrong code mails', accountId], clock.now()))) return;
    await mailNotice(tx, services, account, notices.mfaRefused);
  });
}

/** Whether the caller has to set up MFA first. */
export function mustEnrol({ settings }: Services, caller: Pick<Caller, 'role' | 'mfa'>): boolean {
  return settings.staffTotp === 'required' && caller.role !== 'citizen' && !caller.mfa;
}

/** Refuses calls without `allowWithoutMfa` until MFA is set up. */
export function requireEnrolment(services: Services, endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'public' || endpoint.allowWithoutMfa || !mustEnrol(services, caller)) return;
  throw new AppError('TOTP_REQUIRED', staffMessage.totpRequired);
}

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Builds the otpauth:// address for the QR code. */
export function addressOf(key: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...form, secret: Secret.fromBase32(key), issuer, label }).toString();
}

/** Returns the step that a code belongs to; undefined for none near `now`. */
export function stepOf(key: string, code: string, now: Date): number | undefined {
  // The library compares bytes and throws when six characters have more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(key) });
  const off = totp.validate({ token: code, timestamp, window: 1 });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}

/** Without ambiguous characters, and without vowels, so that no words appear. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ';
const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Generates ten codes of 47 bits such as `7F3K9-2BQXW`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < 10) codes.add(`${half()}-${half()}`);
  return [...codes];
}

/** Normalises a typed code: capitals, no spaces or hyphens. */
const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();

export function hashRecoveryCode({ keys }: Services, accountId: string, code: string): Buffer {
  return hmacSha256(keys.recovery, JSON.stringify([accountId, plainCode(code)]));
}
