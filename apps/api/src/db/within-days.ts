import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether an instant lies within days (UTC), both included: `2026-01-01` to `2026-03-31`. */
export function isWithinDays(at: SQLWrapper, from: string, to: string): SQL {
  return sql`(${at} >= ${from}::timestamp at time zone 'UTC'
    and ${at} < (${to}::timestamp + interval '1 day') at time zone 'UTC')`;
}
