import { asc, gt } from 'drizzle-orm';
import { isErasedAudit, isFactualAudit, isVerbatimAudit } from '../../audit/sealed-audit.ts';
import type { Database } from '../../db/database.ts';
import { audit } from '../../db/schema/tables.ts';

type AuditRow = typeof audit.$inferSelect;

const firstId = '00000000-0000-0000-0000-000000000000';

/** Compares every entry of the audit trail with its digests. Calls `fault` with a line for each fault. */
export async function verifyAudit(db: Database, fault: (line: string) => void, batch = 2_000) {
  const sum = { entries: 0, erased: 0 };
  for (let after: string | undefined = firstId; after !== undefined;) {
    const rows: AuditRow[] = await db
      .select()
      .from(audit)
      .where(gt(audit.id, after))
      .orderBy(asc(audit.id))
      .limit(batch);
    for (const row of rows) {
      sum.entries += 1;
      if (isErasedAudit(row)) sum.erased += 1;
      const detail = faultOf(row);
      if (detail !== undefined) fault(`audit ${row.id} (${row.at.toISOString()}, ${row.action}) altered: ${detail}`);
    }
    after = rows.length === batch ? rows.at(-1)?.id : undefined;
  }
  return sum;
}

function faultOf(row: AuditRow): string | undefined {
  if (!isFactualAudit(row)) return 'what happened does not fit its digest';
  const isRight = isErasedAudit(row) || isVerbatimAudit(row);
  return isRight ? undefined : 'network or detail do not fit their digest';
}
