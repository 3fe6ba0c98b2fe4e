import type { SlaTargets, Weekend } from '@baraza/contract';
import { and, asc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { holiday, mda, slaTarget } from '../../db/schema/tables.ts';
import { dayNamed, type WorkingCalendar } from '../../domain/working-days.ts';

/** Default targets in working days. */
export const defaultSlaTargets = { acknowledge: 2, reply: 5, resolve: 15 } as const;

/** Default targets of emergencies in hours, round the clock. */
export const defaultEmergencyTargets = { acknowledge: 1, reply: 4, resolve: 48 } as const;

/** Lists the targets of an MDA; of those without a category one is for emergencies, the other covers all other categories. */
export async function listSlaTargets(db: Database, mdaId: string) {
  const rows = await db.select().from(slaTarget).where(eq(slaTarget.mdaId, mdaId)).orderBy(asc(slaTarget.id));
  return rows.map(({ id, categoryId, isEmergency, acknowledge, reply, resolve, version }) => ({
    categoryId,
    isEmergency,
    id,
    targets: { acknowledge, reply, resolve },
    version,
  }));
}

export type SlaTargetRow = Awaited<ReturnType<typeof listSlaTargets>>[number];

/** Finds the targets set for a category, for all others (null), or for emergencies. */
export function findSlaTarget(rows: readonly SlaTargetRow[], category: string | null, isEmergency: boolean) {
  return rows.find((row) => row.categoryId === category && row.isEmergency === isEmergency);
}

/** Timer rules of a complaint in one JSON column. */
export interface RawRules {
  readonly targets: SlaTargets | null;
  readonly emergency: SlaTargets | null;
  readonly holidays: readonly string[];
  /** Null: that of the installation. */
  readonly weekend: Weekend | null;
}

/** Builds the column of targets and of holidays since an instant; a category's targets beat the MDA's. */
export function rulesOf({ mdaId, categoryId, since }: Record<'mdaId' | 'categoryId' | 'since', SQL>): SQL<RawRules> {
  const targets = sql`select jsonb_build_object('acknowledge', t.acknowledge, 'reply', t.reply, 'resolve', t.resolve)
    from ${slaTarget} t where t.mda_id = own.id`;
  // Without `offset 0` PostgreSQL would run a query that finds the MDA once for each use of it.
  return sql<RawRules>`(select jsonb_build_object(
    'targets', (${targets} and not t.is_emergency and (t.category_id = ${categoryId} or t.category_id is null)
      order by t.category_id nulls last limit 1),
    'emergency', (${targets} and t.is_emergency),
    'weekend', (select weekend from ${mda} where id = own.id),
    'holidays', (select coalesce(jsonb_agg(h.day), '[]') from ${holiday} h
      where (h.mda_id is null or h.mda_id = own.id) and h.day >= (${since})::date - 1))
    from (select ${mdaId} as id offset 0) own)`;
}

/** Converts the column into timer rules. */
export function toRules(
  { targets, emergency, holidays, ...own }: RawRules,
  { timeZone, weekend }: Omit<WorkingCalendar, 'holidays'>,
) {
  const calendar = { timeZone, weekend: own.weekend ?? weekend, holidays: new Set(holidays.map(dayNamed)) };
  return { calendar, targets: targets ?? defaultSlaTargets, emergency: emergency ?? defaultEmergencyTargets };
}

/** Upserts the targets of an MDA for a category or emergencies; without either, for all others. */
export async function putSlaTarget(db: Database, row: Omit<typeof slaTarget.$inferInsert, 'version'>): Promise<void> {
  const { acknowledge, reply, resolve } = row;
  await db
    .insert(slaTarget)
    .values(row)
    .onConflictDoUpdate({
      target: [slaTarget.mdaId, slaTarget.categoryId, slaTarget.isEmergency],
      set: { acknowledge, reply, resolve, version: sql`${slaTarget.version} + 1` },
    });
}

export type HolidayRow = typeof holiday.$inferSelect;

/** Lists the general holidays from a day on, and those of an MDA unless null. */
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
