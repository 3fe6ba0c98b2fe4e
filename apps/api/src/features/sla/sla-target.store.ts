import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { holiday, slaTarget } from '../../db/schema/tables.ts';
import { dayNamed, type WorkingCalendar } from './working-days.ts';

/** In working days, where neither the MDA nor its category has others. */
export const defaultSlaTargets = { acknowledge: 2, reply: 5, resolve: 15 } as const;

export type SlaTargetRow = typeof slaTarget.$inferSelect;

/** The targets of an MDA: the row without a category is for all categories that have none of their own. */
export async function listSlaTargets(db: Database, mdaId: string): Promise<SlaTargetRow[]> {
  return db.select().from(slaTarget).where(eq(slaTarget.mdaId, mdaId)).orderBy(asc(slaTarget.id));
}

/** What the clocks of a complaint go by, as one column of a query. */
export interface RawRules {
  readonly targets: { readonly acknowledge: number; readonly reply: number; readonly resolve: number } | null;
  readonly holidays: readonly string[];
}

interface RulesOf {
  readonly mdaId: SQL;
  readonly categoryId: SQL;
  /** Earlier holidays are of no account. */
  readonly since: SQL;
}

/** The targets and holidays of an MDA and category: the category's beat the MDA's, those beat the defaults. */
export function rulesOf({ mdaId, categoryId, since }: RulesOf): SQL<RawRules> {
  const days = sql`'acknowledge', t.acknowledge_days, 'reply', t.reply_days, 'resolve', t.resolve_days`;
  return sql<RawRules>`(select jsonb_build_object(
    'targets', (select jsonb_build_object(${days}) from ${slaTarget} t
      where t.mda_id = ${mdaId} and (t.category_id = ${categoryId} or t.category_id is null)
      order by t.category_id nulls last limit 1),
    'holidays', (select coalesce(jsonb_agg(h.day), '[]') from ${holiday} h
      where (h.mda_id is null or h.mda_id = ${mdaId}) and h.day >= (${since})::date - 1)))`;
}

/** The same, ready for use. */
export function toRules({ targets, holidays }: RawRules, timeZone: string) {
  const calendar: WorkingCalendar = { timeZone, holidays: new Set(holidays.map(dayNamed)) };
  return { calendar, targets: targets ?? defaultSlaTargets };
}
