import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a complaint is not kept from this person. It is asked of the row itself: hardly any complaint is kept from anybody, so that no
 * index would find the others sooner.
 */
export function isNotRecused({ recusedStaff }: { recusedStaff: AnyPgColumn | SQL }, accountId: string | SQL): SQL {
  return sql`(not (${accountId}::uuid = any(${recusedStaff})))`;
}
