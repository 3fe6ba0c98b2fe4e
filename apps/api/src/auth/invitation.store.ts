import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { account, invitation } from '../db/schema/tables.ts';

/** Replaces an account's invitation, so that the earlier link stops working. */
export async function replaceInvitation(db: Database, row: typeof invitation.$inferInsert): Promise<void> {
  const { tokenHash, sentAt, expiresAt } = row;
  await db
    .insert(invitation)
    .values(row)
    .onConflictDoUpdate({ target: invitation.accountId, set: { tokenHash, sentAt, expiresAt } });
}

/** Finds the account of a valid invitation. */
export async function findInvited(db: Database, tokenHash: Buffer, now: Date) {
  const [row] = await db
    .select({ account, expiresAt: invitation.expiresAt })
    .from(invitation)
    .innerJoin(account, eq(account.id, invitation.accountId))
    .where(and(eq(invitation.tokenHash, tokenHash), gt(invitation.expiresAt, now)));
  return row;
}

/** Consumes an invitation; false when it was used or has expired. */
export async function consumeInvitation(db: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  const isThis = and(eq(invitation.tokenHash, tokenHash), gt(invitation.expiresAt, now));
  return (await db.delete(invitation).where(isThis)).rowCount === 1;
}
