import { and, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { holiday } from '../../db/schema/tables.ts';
import type { HolidayRow } from './calendar.store.ts';

/** Inserts holidays; an existing one gets the new name. */
export async function insertHolidays(db: Database, rows: readonly HolidayRow[]): Promise<void> {
  await db
    .insert(holiday)
    .values([...rows])
    .onConflictDoUpdate({ target: [holiday.mdaId, holiday.day], set: { name: sql`excluded.name` } });
}

export async function findHoliday(db: Database, id: string): Promise<HolidayRow | undefined> {
  const [row] = await db.select().from(holiday).where(eq(holiday.id, id));
  return row;
}

/** Deletes a holiday; false when it is over, since counted time stays. */
export async function removeHoliday(db: Database, id: string, today: string): Promise<boolean> {
  const gone = await db
    .delete(holiday)
    .where(and(eq(holiday.id, id), gte(holiday.day, today)))
    .returning({ id: holiday.id });
  return gone.length === 1;
}
