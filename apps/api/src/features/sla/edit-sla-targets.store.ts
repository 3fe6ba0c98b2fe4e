import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mda, slaTarget } from '../../db/schema/tables.ts';
import type { SlaTargetRow } from './sla-target.store.ts';

/** Upserts the targets of an MDA for a category; without one, for all others. */
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

/** Locks the targets of an MDA until the transaction ends. */
export async function lockSlaTargets(db: Database, mdaId: string): Promise<void> {
  await db.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
}

export async function removeSlaTarget(db: Database, id: string): Promise<void> {
  await db.delete(slaTarget).where(eq(slaTarget.id, id));
}
