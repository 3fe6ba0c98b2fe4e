import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { limit } from '@baraza/contract/core/common';
import { message } from '@baraza/contract/core/message';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { recordAuditEventAlone } from '../../audit/audit-event.ts';
import { AppError, tooManyRequests } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import {
  type CodeRow,
  codeByHandle,
  findCode,
  insertCode,
  lockCodes,
  newestCode,
  type Purpose,
  takeTry,
} from './code.store.ts';
import type { Place } from '../device/trusted-device.ts';
import { hashHandle } from './handle.ts';
import { isExemptFromGlobalLimit } from '../device/trusted-quota.ts';

export interface CodeRequest {
  readonly email: string;
  readonly audience: CodeRow['audience'];
  readonly purpose: Purpose;
  /** Null for an address without an account, which gets a code that nobody is told: from outside it looks the same. */
  readonly accountId: string | null;
  /** Of the browser that asked. */
  readonly handleHash: Buffer | null;
  /** Of a registration in vain: the address has an account. */
  readonly passwordHash?: string;
}

export interface IssuedCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Makes a new code. Call it inside a transaction.
 * @throws AppError 429 when the last one is younger than a minute, or the address has had its share of codes
 * from strangers, or its share for this place. What an owner asks for where they are known, strangers do not use up.
 */
export async function issueCode(
  db: Database,
  services: Services,
  request: CodeRequest,
  { place, atOnce = false }: { readonly place: Place; readonly atOnce?: boolean },
): Promise<IssuedCode> {
  const { email, audience, purpose } = request;
  const { rates, clock } = services;
  const now = clock.now();
  await lockCodes(db, request);
  const last = await newestCode(db, { email, audience, purposes: [purpose] });
  // Either way: a clock that was set back must not keep a person waiting for hours.
  const age = last ? Math.abs(now.getTime() - last.createdAt.getTime()) / 1000 : Infinity;
  if (!atOnce && age < limit.otpResendSeconds) throw waitFor(Math.ceil(limit.otpResendSeconds - age));
  const whose = [audience, purpose, email];
  await useThrottle(db, rates.codeAsker, ['code', ...whose, ...place.parts], now);
  await useThrottle(db, rates.codeAskerDay, ['code of the day', ...whose, ...place.parts], now);
  if (!(await isExemptFromGlobalLimit(db, place, rates.codeKnown, ['code', ...whose], now))) {
    await useThrottle(db, rates.codeAddress, ['code', ...whose], now);
    await useThrottle(db, rates.codeAddressDay, ['code of the day', ...whose], now);
  }
  const code = randomInt(10 ** limit.otpLength)
    .toString()
    .padStart(limit.otpLength, '0');
  const expiresAt = new Date(now.getTime() + limit.otpLifeSeconds * 1000);
  // Later than the last one even within a millisecond, or with a clock set back: the newest one is the one that counts.
  const createdAt = new Date(Math.max(now.getTime(), (last?.createdAt.getTime() ?? 0) + 1));
  const codeHash = hashCode(services, { email, audience, purpose, code });
  await insertCode(db, { id: crypto.randomUUID(), ...request, codeHash, createdAt, expiresAt });
  return { code, expiresAt };
}

function waitFor(seconds: number): AppError {
  return tooManyRequests(seconds, `Please wait ${seconds} seconds before you ask for another code.`);
}

function hashCode(services: Services, it: { email: string; audience: string; purpose: string; code: string }): Buffer {
  const bound = JSON.stringify([it.purpose, it.audience, it.email, it.code]);
  return createHmac('sha256', services.keys.code).update(bound).digest();
}

/** Who a code is claimed for: an address, the cookie of the browser that asked for it, or both. */
export interface CodeClaim {
  readonly otp: string;
  readonly email: string | undefined;
  readonly audience: CodeRow['audience'];
  readonly purposes: readonly Purpose[];
  readonly handle: string | undefined;
}

/**
 * Tries a code. The caller consumes it in the transaction of what it allows.
 * @throws AppError when it is wrong, used, expired or out of tries.
 */
export async function tryCode(services: Services, claim: CodeClaim, request: FastifyRequest): Promise<CodeRow> {
  const claimed = await claimedCode(services.db, claim);
  const row = claimed?.row;
  try {
    return await tryRow(services, claimed, claim.otp);
  } catch (error) {
    const actor = row?.accountId ? { id: row.accountId, role: null, mdaId: null } : null;
    const detail = { purpose: row?.purpose ?? claim.purposes[0] ?? null };
    await recordAuditEventAlone(services.db, services, request, {
      action: 'account.code-tried',
      outcome: 'refused',
      actor,
      detail,
    });
    throw error;
  }
}

async function tryRow(services: Services, claimed: Claimed | undefined, otp: string): Promise<CodeRow> {
  const { db, clock } = services;
  const now = clock.now();
  if (!claimed || claimed.row.consumedAt) throw wrong();
  const { row, bound } = claimed;
  const taken = bound ? await takeTry(db, row.id, limit.otpTries, now) : await takeTryElsewhere(services, claimed, now);
  // Read anew: others may have used up the tries meanwhile.
  if (!taken) throw deadReason((await findCode(db, row.id)) ?? row, now);
  const given = hashCode(services, { ...taken, code: otp });
  if (!timingSafeEqual(given, taken.codeHash) || taken.accountId === null) throw wrong();
  return taken;
}

/**
 * Takes a try for a browser that did not ask for this code. Those count apart, as many as the others: whoever knows an
 * address must not use up the tries of its owner. Nor must they by asking for a code after the owner did: a browser that
 * asked before has tries of its own, whatever others did with theirs. Those are counted for the browser and not for each
 * code, and for longer than its asking is remembered: tries grow with the codes that were asked for, no faster.
 */
async function takeTryElsewhere({ db }: Services, { row, asker }: Claimed, now: Date): Promise<CodeRow | undefined> {
  if (row.expiresAt <= now || (!asker && row.attempts >= limit.otpTries)) return undefined;
  const max = limit.otpTries;
  try {
    if (asker) await useThrottle(db, { max, seconds: askerSeconds }, ['code tried by', asker.toString('hex')], now);
    else await useThrottle(db, { max, seconds: 2 * limit.otpLifeSeconds }, ['code tried elsewhere', row.id], now);
  } catch (error) {
    if (error instanceof AppError) throw refused('CODE_EXHAUSTED', message.codeExhausted);
    throw error;
  }
  return row;
}

/** Codes are forgotten a day after they died. */
const askerSeconds = 3 * 24 * 3600;

interface Claimed {
  readonly row: CodeRow;
  /** Whether it was asked for in this browser. */
  readonly bound: boolean;
  /** Of a browser that asked for an older code of the same address. */
  readonly asker?: Buffer;
}

async function claimedCode(
  db: Database,
  { email, audience, purposes, handle }: CodeClaim,
): Promise<Claimed | undefined> {
  const found = handle === undefined ? undefined : await codeByHandle(db, hashHandle(handle), purposes);
  const mine = found?.audience === audience ? found : undefined;
  if (mine && (email === undefined || mine.email === email)) {
    const newest = await newestCode(db, { email: mine.email, audience, purposes: [mine.purpose] });
    const bound = newest?.handleHash?.equals(mine.handleHash ?? Buffer.alloc(0)) ?? false;
    // Somebody may have registered the same address since: the code of another browser's asking confirms their words, not
    // those of this person. A reset has no words: whoever asked for it later, the code lies in the mailbox of its owner.
    if (!newest || !(bound || newest.purpose === 'reset')) return undefined;
    return { row: newest, bound, ...(!bound && mine.handleHash && { asker: mine.handleHash }) };
  }
  if (email === undefined) return undefined;
  // A new address can take an account over: it is confirmed in the browser that asked for it, or not at all.
  const others = purposes.filter((purpose) => purpose !== 'change-email');
  const row = await newestCode(db, { email, audience, purposes: others });
  return row && { row, bound: false };
}

function deadReason(row: CodeRow, now: Date): AppError {
  if (row.attempts >= limit.otpTries) return refused('CODE_EXHAUSTED', message.codeExhausted);
  if (row.expiresAt <= now) return refused('CODE_EXPIRED', message.codeExpired);
  return wrong();
}

function refused(code: 'CODE_INVALID' | 'CODE_EXPIRED' | 'CODE_EXHAUSTED', text: string): AppError {
  return new AppError(code, text, { fields: { otp: text } });
}

function wrong(): AppError {
  return refused('CODE_INVALID', message.codeWrong);
}
