import { dayIn } from '@baraza/contract/core/incident-day';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Services } from '../../services.ts';
import { complaint } from '../../db/schema/tables.ts';
import { dayOf, startOfDay } from '../../domain/working-days.ts';

/** Present moment and its day, in the time zone of the installation. */
export interface Today {
  readonly now: Date;
  /** `2026-05-04` */
  readonly day: string;
  readonly tomorrow: Date;
}

/** Reads the present moment. */
export function todayOf({ clock, settings: { timeZone } }: Services): Today {
  const now = clock.now();
  return { now, day: dayIn(timeZone, now), tomorrow: startOfDay(timeZone, dayOf(timeZone, now) + 1) };
}

/** Builds the condition for overdue complaints, or those due later today. */
export function dueWithin(due: SQLWrapper, when: 'today' | 'overdue', { now, tomorrow }: Today): SQL {
  const instant = sql.param(now, complaint.dueAt);
  if (when === 'overdue') return sql`${due} < ${instant}`;
  return sql`${due} >= ${instant} and ${due} < ${sql.param(tomorrow, complaint.dueAt)}`;
}
