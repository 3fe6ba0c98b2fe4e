import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, staffConfirmation } from '../../db/schema/tables.ts';

export type Confirmation = typeof staffConfirmation.$inferSelect;

/** Adds a change that waits; false where one waits for the account already. */
export async function insertConfirmation(db: Database, row: Confirmation): Promise<boolean> {
  const added = await db.insert(staffConfirmation).values(row).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Removes and returns the change of an account that waits. */
export async function takeConfirmation(db: Database, accountId: string): Promise<Confirmation | undefined> {
  const [row] = await db.delete(staffConfirmation).where(eq(staffConfirmation.accountId, accountId)).returning();
  return row;
}

/** Lists the addresses of administrators and oversight, who hear of every powerful account. */
export async function listWatchers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ email: account.email })
    .from(account)
    .where(and(inArray(account.role, ['administrator', 'oversight']), isNull(account.disabledAt)))
    .orderBy(asc(account.id));
  return rows.map(({ email }) => email);
}
