import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Services } from '../../services.ts';
import { complaint } from '../../db/schema/tables.ts';
import { dayOf, startOfDay } from './working-days.ts';

/** The present moment and the zone of its day. */
export interface Today {
  readonly now: Date;
  readonly timeZone: string;
}

/** Reads the present moment, in the zone of the installation. */
export function todayOf({ clock, settings }: Services): Today {
  return { now: clock.now(), timeZone: settings.timeZone };
}

/** Builds the condition 'overdue', or 'due in the rest of today'. */
export function dueWithin(due: SQLWrapper, when: 'today' | 'overdue', { now, timeZone }: Today): SQL {
  const instant = sql.param(now, complaint.dueAt);
  if (when === 'overdue') return sql`${due} < ${instant}`;
  const tomorrow = startOfDay(timeZone, dayOf(timeZone, now) + 1);
  return sql`${due} >= ${instant} and ${due} < ${sql.param(tomorrow, complaint.dueAt)}`;
}
