import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Whether a member of staff is not recused. Tested on the row: hardly anybody ever is, so no index would be faster. */
export function isNotRecused({ recusedStaff }: { recusedStaff: AnyPgColumn | SQL }, accountId: string | SQL): SQL {
  return sql`(not (${accountId}::uuid = any(${recusedStaff})))`;
}
