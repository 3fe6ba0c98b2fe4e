import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { target } from '../../db/tables.ts';
import type { TargetRow } from './target.store.ts';

/** Sets the targets of an MDA for a category, or for all others: new ones, or in the place of those before. */
export async function putTarget(db: Database, row: TargetRow): Promise<void> {
  const { acknowledgeDays, replyDays, resolveDays } = row;
  await db
    .insert(target)
    .values(row)
    .onConflictDoUpdate({
      target: [target.mdaId, target.categoryId],
      set: { acknowledgeDays, replyDays, resolveDays },
    });
}

/** Removes targets of an MDA; false when it has none under this id. */
export async function removeTarget(db: Database, mdaId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(target)
    .where(and(eq(target.id, id), eq(target.mdaId, mdaId)))
    .returning({ one: sql`1` });
  return gone.length === 1;
}
