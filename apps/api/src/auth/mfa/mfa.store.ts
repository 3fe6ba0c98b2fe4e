import { and, count, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, recoveryCode, mfa, signInChallenge } from '../../db/schema/tables.ts';
import { resetThrottle } from '../../limits/throttle.store.ts';
import { strangersSteps } from '../device/throttle-subject.ts';

/** The key of an account, in use or waiting for its first code. */
export async function findMfa(db: Database, accountId: string) {
  const [row] = await db
    .select({
      sealedKey: mfa.sealedKey,
      lastStep: mfa.lastStep,
      since: account.mfaAt,
    })
    .from(mfa)
    .innerJoin(account, eq(account.id, mfa.accountId))
    .where(eq(mfa.accountId, accountId));
  return row;
}

/** Puts a key in the place of one that was never confirmed. Whoever calls it holds the account, and has seen that none is in use. */
export async function writeWaitingKey(
  db: Database,
  row: { accountId: string; sealedKey: string; createdAt: Date },
): Promise<void> {
  const { sealedKey, createdAt } = row;
  await db
    .insert(mfa)
    .values(row)
    .onConflictDoUpdate({
      target: mfa.accountId,
      set: { sealedKey, createdAt, lastStep: 0 },
    });
}

/** Ten minutes of steps: no clock that is right gives a code of so far ahead. */
const farAhead = 20;

/**
 * Takes a step that is later than every one before; false when it, or a later one, was used already. One that was taken far
 * ahead of it was taken while the clock of this computer was: its owner must not be kept out until that time comes.
 */
export async function takeStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const isNew = or(lt(mfa.lastStep, step), gt(mfa.lastStep, step + farAhead));
  const taken = await db
    .update(mfa)
    .set({ lastStep: step })
    .where(and(eq(mfa.accountId, accountId), isNew))
    .returning({ accountId: mfa.accountId });
  return taken.length > 0;
}

/** From now on a code is asked for. */
export async function turnOn(db: Database, accountId: string, now: Date): Promise<void> {
  await db.update(account).set({ mfaAt: now }).where(eq(account.id, accountId));
}

/**
 * Forgets what strangers tried today: once the password they knew is another one, or there is no code to guess any more, the
 * owner must not wait for the next day.
 */
export async function resetUntrustedAttempts(db: Database, accountId: string): Promise<void> {
  await resetThrottle(db, strangersSteps(accountId));
}

/** Forgets key, recovery codes and what was tried at them; false when it was not on. */
export async function turnOff(db: Database, accountId: string): Promise<boolean> {
  const changed = await db
    .update(account)
    .set({ mfaAt: null })
    .where(and(eq(account.id, accountId), isNotNull(account.mfaAt)))
    .returning({ id: account.id });
  await db.delete(mfa).where(eq(mfa.accountId, accountId));
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await resetUntrustedAttempts(db, accountId);
  return changed.length > 0;
}

/** Puts recovery codes in the place of all older ones. */
export async function replaceRecoveryCodes(db: Database, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Uses a recovery code up; false when there is none like it, or somebody was faster. */
export async function spendRecoveryCode(db: Database, accountId: string, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, codeHash)))
    .returning({ accountId: recoveryCode.accountId });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  return row?.left ?? 0;
}

export type ChallengeRow = typeof signInChallenge.$inferSelect;

export async function insertChallenge(db: Database, row: typeof signInChallenge.$inferInsert): Promise<void> {
  await db.insert(signInChallenge).values(row);
}

/** Takes one of the tries of a living challenge, in one statement: parallel guesses get no more than others. */
export async function takeChallengeTry(
  db: Database,
  challengeHash: Buffer,
  tries: number,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .update(signInChallenge)
    .set({ attempts: sql`${signInChallenge.attempts} + 1` })
    .where(
      and(
        eq(signInChallenge.challengeHash, challengeHash),
        lt(signInChallenge.attempts, tries),
        gt(signInChallenge.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

/** Whether a challenge is there and only its tries are gone. */
export async function isChallengeSpent(db: Database, challengeHash: Buffer, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ expiresAt: signInChallenge.expiresAt })
    .from(signInChallenge)
    .where(eq(signInChallenge.challengeHash, challengeHash));
  return row !== undefined && row.expiresAt > now;
}

/** Uses a challenge up; false when somebody was faster. */
export async function consumeChallenge(db: Database, challengeHash: Buffer): Promise<boolean> {
  const used = await db
    .delete(signInChallenge)
    .where(eq(signInChallenge.challengeHash, challengeHash))
    .returning({ accountId: signInChallenge.accountId });
  return used.length > 0;
}

export async function purgeChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(signInChallenge).where(lt(signInChallenge.expiresAt, now));
}
