import { randomInt, timingSafeEqual } from 'node:crypto';
import { limit, message } from '@baraza/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { recordAuditEventAlone } from '../../audit/audit.ts';
import { AppError, tooManyRequests } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { isWithinRate, useThrottle } from '../../limits/throttle.store.ts';
import * as store from './code.store.ts';
import type { LoginOrigin } from '../device/trusted-device.ts';
import { oneTimeCode } from '../../db/schema/tables.ts';
import { hmacSha256, sha256 } from '../../crypto/digest.ts';

/** `accountId` is null without an account: the code is created and never sent. `passwordHash`: see `duplicateRegistrationHash`. */
type CodeRequest = CodeTarget &
  Pick<store.CodeRow, 'accountId' | 'handleHash'> &
  Partial<Pick<store.CodeRow, 'passwordHash'>>;

type CodeTarget = Pick<store.CodeRow, 'email' | 'audience' | 'purpose'>;

export interface IssuedCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** Creates a one-time code in the caller's transaction. @throws AppError 429 within a minute of the last, or past a limit. */
export async function issueCode(
  db: Database,
  services: Services,
  request: CodeRequest,
  { origin, atOnce = false }: { readonly origin: LoginOrigin; readonly atOnce?: boolean },
): Promise<IssuedCode> {
  const { email, audience, purpose } = request;
  const { rates, clock } = services;
  const now = clock.now();
  await store.lockCodes(db, request);
  const last = await store.newestCode(db, { email, audience, purposes: [purpose] });
  // Absolute, so that a clock set back does not make people wait for hours.
  const age = last ? Math.abs(now.getTime() - last.createdAt.getTime()) / 1000 : Infinity;
  if (!atOnce && age < limit.otpResendSeconds) {
    const seconds = Math.ceil(limit.otpResendSeconds - age);
    throw tooManyRequests(seconds, `Please wait ${seconds} seconds before you ask for another code.`);
  }
  const subject = [audience, purpose, email];
  await useThrottle(db, rates.codeAsker, ['code', ...subject, ...origin.parts], now);
  await useThrottle(db, rates.codeAskerDay, ['code of the day', ...subject, ...origin.parts], now);
  if (!origin.isTrusted) {
    await useThrottle(db, rates.codeAddress, ['code', ...subject], now);
    await useThrottle(db, rates.codeAddressDay, ['code of the day', ...subject], now);
  }
  const code = String(randomInt(10 ** limit.otpLength)).padStart(limit.otpLength, '0');
  const expiresAt = new Date(now.getTime() + limit.otpLifeSeconds * 1000);
  // Always later than the last code, since the newest counts, even within a millisecond or with a clock set back.
  const createdAt = new Date(Math.max(now.getTime(), (last?.createdAt.getTime() ?? 0) + 1));
  const codeHash = hashCode(services, request, code);
  await db.insert(oneTimeCode).values({ id: crypto.randomUUID(), ...request, codeHash, createdAt, expiresAt });
  return { code, expiresAt };
}

function hashCode({ keys }: Services, { purpose, audience, email }: CodeTarget, code: string): Buffer {
  return hmacSha256(keys.code, JSON.stringify([purpose, audience, email, code]));
}

/** A code entered for an address, a requesting browser, or both. */
interface CodeClaim extends Omit<store.CodeScope, 'email'> {
  readonly otp: string;
  readonly email: string | undefined;
  readonly handle: string | undefined;
}

/** Verifies a code and counts the try; the caller consumes it in its transaction. */
export async function tryCode(services: Services, claim: CodeClaim, request: FastifyRequest): Promise<store.CodeRow> {
  const claimed = await claimedCode(services.db, claim);
  try {
    return await tryRow(services, claimed, claim.otp);
  } catch (error) {
    const row = claimed?.row;
    const actor = row?.accountId ? { id: row.accountId, role: null, mdaId: null } : null;
    const detail = { purpose: row?.purpose ?? claim.purposes[0] ?? null };
    const event = { action: 'account.code-tried', outcome: 'refused', actor, detail } as const;
    await recordAuditEventAlone(services.db, services, request, event);
    throw error;
  }
}

async function tryRow(services: Services, claimed: Claimed | undefined, otp: string): Promise<store.CodeRow> {
  const { db, clock } = services;
  const now = clock.now();
  if (!claimed || claimed.row.consumedAt) throw wrong();
  const { row, bound } = claimed;
  const taken = await (bound ? store.takeTry(db, row.id, limit.otpTries, now) : takeTryElsewhere(db, claimed, now));
  // Read again: other tries may have used it up meanwhile.
  if (!taken) throw deadReason((await store.findCode(db, row.id)) ?? row, now);
  const codeHash = hashCode(services, taken, otp);
  if (!timingSafeEqual(codeHash, taken.codeHash) || taken.accountId === null) throw wrong();
  return taken;
}

/** Counts a try from a browser that did not request this code, by browser: strangers cannot use up the owner's tries. */
async function takeTryElsewhere(db: Database, { row, askedBy }: Claimed, now: Date) {
  const max = limit.otpTries;
  if (row.expiresAt <= now || (!askedBy && row.attempts >= max)) return undefined;
  const hasTries = askedBy
    ? await isWithinRate(db, { max, seconds: throttleSeconds }, ['code tried by', askedBy.toString('hex')], now)
    : await isWithinRate(db, { max, seconds: 2 * limit.otpLifeSeconds }, ['code tried elsewhere', row.id], now);
  if (!hasTries) throw refused('CODE_EXHAUSTED', message.codeExhausted);
  return row;
}

/** Longer than codes are kept: a day after they expire. */
const throttleSeconds = 3 * 24 * 3600;

interface Claimed {
  readonly row: store.CodeRow;
  /** Whether this browser requested it. */
  readonly bound: boolean;
  /** Handle of a browser that requested an older code of the address. */
  readonly askedBy?: Buffer;
}

async function claimedCode(db: Database, { email, audience, purposes, handle }: CodeClaim) {
  const requested = handle === undefined ? undefined : await store.codeByHandle(db, sha256(handle), purposes);
  const mine = requested?.audience === audience ? requested : undefined;
  if (mine && (email === undefined || mine.email === email)) {
    const newest = await store.newestCode(db, { email: mine.email, audience, purposes: [mine.purpose] });
    const bound = newest?.handleHash?.equals(mine.handleHash ?? Buffer.alloc(0)) ?? false;
    // A stranger may have registered the same address since: their code would confirm their data, not this person's. A reset has no
    // data, and its code is in the owner's mailbox in any case.
    if (!newest || !(bound || newest.purpose === 'reset')) return undefined;
    return { row: newest, bound, ...(!bound && mine.handleHash && { askedBy: mine.handleHash }) };
  }
  if (email === undefined) return undefined;
  // A new address can take over an account, so only the requesting browser may confirm it.
  const others = purposes.filter((purpose) => purpose !== 'change-email');
  const row = await store.newestCode(db, { email, audience, purposes: others });
  return row && { row, bound: false };
}

function deadReason(row: store.CodeRow, now: Date): AppError {
  if (row.attempts >= limit.otpTries) return refused('CODE_EXHAUSTED', message.codeExhausted);
  if (row.expiresAt <= now) return refused('CODE_EXPIRED', message.codeExpired);
  return wrong();
}

const refused = (code: 'CODE_INVALID' | 'CODE_EXPIRED' | 'CODE_EXHAUSTED', text: string) =>
  new AppError(code, text, { fields: { otp: text } });

const wrong = () => refused('CODE_INVALID', message.codeWrong);
