import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { holiday } from '../../db/schema/tables.ts';

export type HolidayRow = typeof holiday.$inferSelect;

/** Lists an MDA's own and the general holidays from a day on; null: the general ones. */
export async function listHolidays(db: Database, mdaId: string | null, from: string): Promise<HolidayRow[]> {
  const mine = mdaId === null ? isNull(holiday.mdaId) : or(isNull(holiday.mdaId), eq(holiday.mdaId, mdaId));
  return db
    .select()
    .from(holiday)
    .where(and(mine, gte(holiday.day, from)))
    .orderBy(asc(holiday.day), asc(holiday.id));
}

/** Inserts holidays; an existing one gets the new name. */
export async function insertHolidays(db: Database, rows: readonly HolidayRow[]): Promise<void> {
  await db
    .insert(holiday)
    .values([...rows])
    .onConflictDoUpdate({ target: [holiday.mdaId, holiday.day], set: { name: sql`excluded.name` } });
}
