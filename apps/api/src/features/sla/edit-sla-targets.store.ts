import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mda, slaTarget } from '../../db/schema/tables.ts';
import type { SlaTargetRow } from './sla-target.store.ts';

/** Sets the targets of an MDA for a category, or for all others: new ones, or in the place of those before. */
export async function putSlaTarget(db: Database, row: Omit<SlaTargetRow, 'version'>): Promise<void> {
  const { acknowledgeDays, replyDays, resolveDays } = row;
  await db
    .insert(slaTarget)
    .values(row)
    .onConflictDoUpdate({
      target: [slaTarget.mdaId, slaTarget.categoryId],
      set: { acknowledgeDays, replyDays, resolveDays, version: sql`${slaTarget.version} + 1` },
    });
}

/** Until the transaction ends nobody else sets targets of this MDA. */
export async function lockSlaTargets(db: Database, mdaId: string): Promise<void> {
  await db.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
}

export async function removeSlaTarget(db: Database, id: string): Promise<void> {
  await db.delete(slaTarget).where(eq(slaTarget.id, id));
}
