import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, logWitness } from '../../db/schema/tables.ts';

export type WitnessRow = typeof logWitness.$inferSelect;

/** Reads what the witnesses of these keys said. */
export function listWitnesses(db: Database, verifierKeys: readonly string[]): Promise<WitnessRow[]> {
  return db
    .select()
    .from(logWitness)
    .where(inArray(logWitness.verifierKey, [...verifierKeys]));
}

/** Adds witnesses that were never asked before. */
export async function insertWitnesses(db: Database, verifierKeys: readonly string[], since: Date): Promise<void> {
  const rows = verifierKeys.map((verifierKey) => ({ verifierKey, since }));
  if (rows.length > 0) await db.insert(logWitness).values(rows).onConflictDoNothing();
}

/** Deletes witnesses that are not named any more. */
export async function deleteOtherWitnesses(db: Database, verifierKeys: readonly string[]): Promise<void> {
  await db.delete(logWitness).where(notInArray(logWitness.verifierKey, [...verifierKeys]));
}

export async function recordAgreement(db: Database, verifierKey: string, size: number, at: Date): Promise<void> {
  const agreed = { size, agreedAt: at, refusal: null, alarmedAt: null };
  await db.update(logWitness).set(agreed).where(eq(logWitness.verifierKey, verifierKey));
}

export async function recordRefusal(db: Database, verifierKey: string, refusal: string): Promise<void> {
  // A witness that was silent and refuses now is told of again.
  const alarmedAt = sql`case when refusal is not null then alarmed_at end`;
  await db.update(logWitness).set({ refusal, alarmedAt }).where(eq(logWitness.verifierKey, verifierKey));
}

/** Takes the witnesses that refuse or are silent, each once until it agrees again. */
export function takeAlarms(tx: Database, verifierKeys: readonly string[], silentSince: Date, at: Date) {
  const heard = sql`coalesce(${logWitness.agreedAt}, ${logWitness.since})`;
  return tx
    .update(logWitness)
    .set({ alarmedAt: at })
    .where(
      and(
        inArray(logWitness.verifierKey, [...verifierKeys]),
        isNull(logWitness.alarmedAt),
        or(isNotNull(logWitness.refusal), lt(heard, silentSince)),
      ),
    )
    .returning();
}

/** Lists the addresses of oversight and administrators. */
export async function listGuardians(db: Database): Promise<string[]> {
  const isGuardian = and(inArray(account.role, ['oversight', 'administrator']), isNull(account.disabledAt));
  const rows = await db.select({ email: account.email }).from(account).where(isGuardian);
  return rows.map(({ email }) => email);
}
