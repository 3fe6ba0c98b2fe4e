import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { unknownMda } from '@baraza/contract/mda/mda';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { category, complaint, complaintEvent, mda, publicNumbers } from '../../db/schema/tables.ts';
import { type RawRules, rulesOf } from '../sla/sla-target.store.ts';
import type { TimerEvent } from '../sla/sla-timer.ts';
import { isOpen } from '../report/report.store.ts';
import type { Span } from './custody.ts';

/** A complaint that may count in a month, with its history. */
export interface CountedComplaint {
  readonly id: string;
  readonly mdaId: string;
  readonly categoryId: string;
  readonly demo: boolean;
  readonly events: readonly TimerEvent[];
}

/** Lists the months that are published, oldest first. */
export async function listMonths(db: Database): Promise<string[]> {
  const rows = await db.select({ month: publicNumbers.month }).from(publicNumbers).orderBy(asc(publicNumbers.month));
  return rows.map(({ month }) => month);
}

export async function readMonth(db: Database, month: string): Promise<MonthNumbers | undefined> {
  const [row] = await db.select().from(publicNumbers).where(eq(publicNumbers.month, month));
  return row?.numbers;
}

export async function readNewestMonth(db: Database): Promise<MonthNumbers | undefined> {
  const [row] = await db.select().from(publicNumbers).orderBy(desc(publicNumbers.month)).limit(1);
  return row?.numbers;
}

/** Publishes a month, unless another process has done so. */
export async function insertMonth(db: Database, numbers: MonthNumbers, demo: boolean): Promise<void> {
  await db.insert(publicNumbers).values({ month: numbers.month, numbers, demo }).onConflictDoNothing();
}

/** Finds when the first complaint was filed. */
export async function firstComplaintAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: complaint.submittedAt })
    .from(complaint)
    .orderBy(asc(complaint.submittedAt))
    .limit(1);
  return row?.at ?? null;
}

/** Reads complaints open in the span or changed since, by id after `after`. Duplicates are left out. */
export async function readComplaints(db: Database, { from, to }: Span, after: string, limit: number) {
  const { rows } = await db.execute<{ events: { at: string }[] } & Record<string, unknown>>(sql`
    select c.id, c.mda_id as "mdaId", c.category_id as "categoryId", c.demo, (
      select json_agg(json_build_object('at', e.at, 'action', e.action, 'toState', e.to_state, 'cycle', e.cycle,
        'data', e.data) order by e.seq)
      from ${complaintEvent} e where e.complaint_id = c.id) as events
    from ${complaint} c
    where c.id > ${after}::uuid and c.submitted_at < ${to.toISOString()}::timestamptz and c.state <> 'merged'
      and (${isOpen} or c.updated_at >= ${from.toISOString()}::timestamptz)
    order by c.id limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
  })) as unknown as CountedComplaint[];
}

/** Reads each pair of MDA and category of complaints in use, with its timer rules. */
export async function readOffices(db: Database) {
  const inUse = (column: 'mda_id' | 'category_id', id: string) =>
    sql.raw(`exists (select from complaint c where c.${column} = ${id})`);
  const pairs = await db.execute<{
    mdaId: string;
    mda: string;
    categoryId: string;
    category: string;
    rules: RawRules;
  }>(sql`
    select m.id as "mdaId", m.name as mda, k.id as "categoryId", k.name as category,
      ${rulesOf({ mdaId: sql`m.id`, categoryId: sql`k.id`, since: sql`'2000-01-01'` })} as rules
    from ${mda} m cross join ${category} k
    where (m.active or ${inUse('mda_id', 'm.id')}) and m.id <> ${unknownMda} and k.kind = 'complaint'
      and (k.active or ${inUse('category_id', 'k.id')})
    order by k.position, k.name`);
  return pairs.rows;
}
