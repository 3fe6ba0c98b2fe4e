import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { complaint } from '../../db/schema/tables.ts';
import { dayOf, startOfDay } from './working-days.ts';

/** When it is, and where days begin. */
export interface Today {
  readonly now: Date;
  readonly timeZone: string;
}

/** Whether a date lies in the past, or in what is left of today. What is past its date is not due today any more. */
export function dueWithin(due: SQLWrapper, when: 'today' | 'overdue', { now, timeZone }: Today): SQL {
  const instant = sql.param(now, complaint.dueAt);
  if (when === 'overdue') return sql`${due} < ${instant}`;
  const tomorrow = startOfDay(timeZone, dayOf(timeZone, now) + 1);
  return sql`${due} >= ${instant} and ${due} < ${sql.param(tomorrow, complaint.dueAt)}`;
}
