import { and, eq, gt, isNotNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, recoveryCode, mfa } from '../../db/schema/tables.ts';
import { forget } from '../../db/remembered.store.ts';
import { untrustedMfaOf } from '../device/trusted-device.ts';

/** Ten minutes of steps: further ahead than any correct clock. */
const farAhead = 20;

/** Consumes a TOTP step; false when it or a later one was used. One far ahead is from a time when the clock was ahead. */
export async function takeStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const isNew = or(lt(mfa.lastStep, step), gt(mfa.lastStep, step + farAhead));
  const ofAccount = and(eq(mfa.accountId, accountId), isNew);
  const { rowCount } = await db.update(mfa).set({ lastStep: step }).where(ofAccount);
  return rowCount === 1;
}

/** Deletes key, recovery codes and counted attempts; false when MFA was off. */
export async function turnOff(db: Database, accountId: string): Promise<boolean> {
  const isOn = and(eq(account.id, accountId), isNotNull(account.mfaAt));
  const { rowCount } = await db.update(account).set({ mfaAt: null }).where(isOn);
  await db.delete(mfa).where(eq(mfa.accountId, accountId));
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await forget(db, untrustedMfaOf(accountId));
  return rowCount === 1;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Database, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Consumes a recovery code; false when it is unknown or used. */
export async function spendRecoveryCode(db: Database, accountId: string, codeHash: Buffer): Promise<boolean> {
  const isThis = and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, codeHash));
  return (await db.delete(recoveryCode).where(isThis)).rowCount === 1;
}

export function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  return db.$count(recoveryCode, eq(recoveryCode.accountId, accountId));
}
