import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, recoveryCode, mfa, signInChallenge } from '../../db/schema/tables.ts';
import { resetThrottle } from '../../limits/throttle.store.ts';
import { untrustedMfaOf } from '../device/trusted-device.ts';

/** Finds an account's TOTP key, confirmed or not. */
export async function findMfa(db: Database, accountId: string) {
  const [row] = await db.select().from(mfa).where(eq(mfa.accountId, accountId));
  return row;
}

/** Replaces an unconfirmed key; the caller has locked the account. */
export async function writeWaitingKey(db: Database, row: typeof mfa.$inferInsert): Promise<void> {
  const { sealedKey, createdAt } = row;
  const set = { sealedKey, createdAt, lastStep: 0 };
  await db.insert(mfa).values(row).onConflictDoUpdate({ target: mfa.accountId, set });
}

/** Ten minutes of steps: further ahead than any correct clock. */
const farAhead = 20;

/** Consumes a TOTP step; false when it or a later one was used. One far ahead is from a time when the clock was ahead. */
export async function takeStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const isNew = or(lt(mfa.lastStep, step), gt(mfa.lastStep, step + farAhead));
  const taken = await db
    .update(mfa)
    .set({ lastStep: step })
    .where(and(eq(mfa.accountId, accountId), isNew))
    .returning({ accountId: mfa.accountId });
  return taken.length > 0;
}

/** Turns MFA on. */
export async function turnOn(db: Database, accountId: string, now: Date): Promise<void> {
  await db.update(account).set({ mfaAt: now }).where(eq(account.id, accountId));
}

/** Resets the day's attempts from unknown origins, after a new password or without MFA. */
export async function resetUntrustedAttempts(db: Database, accountId: string): Promise<void> {
  await resetThrottle(db, untrustedMfaOf(accountId));
}

/** Deletes key, recovery codes and counted attempts; false when MFA was off. */
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

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Database, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Consumes a recovery code; false when it is unknown or used. */
export async function spendRecoveryCode(db: Database, accountId: string, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, codeHash)))
    .returning({ accountId: recoveryCode.accountId });
  return used.length > 0;
}

export function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  return db.$count(recoveryCode, eq(recoveryCode.accountId, accountId));
}

export type ChallengeRow = typeof signInChallenge.$inferSelect;

export async function insertChallenge(db: Database, row: typeof signInChallenge.$inferInsert): Promise<void> {
  await db.insert(signInChallenge).values(row);
}

/** Consumes one try of a valid challenge; one statement, so that parallel guesses gain nothing. */
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

/** Whether a valid challenge has no tries left. */
export async function isChallengeSpent(db: Database, challengeHash: Buffer, now: Date): Promise<boolean> {
  const isThis = and(eq(signInChallenge.challengeHash, challengeHash), gt(signInChallenge.expiresAt, now));
  return (await db.$count(signInChallenge, isThis)) > 0;
}

/** Consumes a challenge; false when it was already used. */
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
