import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { unknownMda } from '@baraza/contract/mda/mda';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { area, category, complaint, complaintEvent, mda, publicNumbers } from '../../../db/schema/tables.ts';
import { type RawRules, rulesOf } from '../../reference/sla-target.store.ts';
import type { Span, TimerEvent } from '../../../domain/sla-timer.ts';
import { isOpen } from '../report/report.store.ts';

/** Lists the published months, oldest first. */
export async function listMonths(db: Database): Promise<string[]> {
  const rows = await db.select({ month: publicNumbers.month }).from(publicNumbers).orderBy(asc(publicNumbers.month));
  return rows.map(({ month }) => month);
}

/** Reads the numbers of a month, or of the newest one. */
export async function readMonth(db: Database, month?: string): Promise<MonthNumbers | undefined> {
  const which = month === undefined ? undefined : eq(publicNumbers.month, month);
  const [row] = await db.select().from(publicNumbers).where(which).orderBy(desc(publicNumbers.month)).limit(1);
  return row?.numbers;
}

/** Publishes a month, unless another process has. */
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
export async function readComplaints(db: Database, { from, to }: Span, after: string | undefined, limit: number) {
  type Event = Omit<TimerEvent, 'at'> & { readonly at: string };
  type Row = Record<'id' | 'mdaId' | 'categoryId', string> & {
    readonly areaCode: string | null;
    readonly demo: boolean;
    readonly events: Event[];
  };
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.mda_id as "mdaId", c.category_id as "categoryId", c.area_code as "areaCode", c.demo, (
      select json_agg(json_build_object('at', e.at, 'action', e.action, 'toState', e.to_state, 'cycle', e.cycle,
        'data', e.data) order by e.seq)
      from ${complaintEvent} e where e.complaint_id = c.id) as events
    from ${complaint} c
    where c.submitted_at < ${to.toISOString()}::timestamptz and c.state <> 'merged' ${after ? sql`and c.id > ${after}::uuid` : sql``}
      and (${isOpen} or c.updated_at >= ${from.toISOString()}::timestamptz)
    order by c.id limit ${limit}`);
  return rows.map((row) => ({ ...row, events: row.events.map((event) => ({ ...event, at: new Date(event.at) })) }));
}

/** Reads the large areas, by name, and which of them each area is in: those of the first level with several. */
export async function readLargeAreas(db: Database) {
  const { rows } = await db.execute<Record<'code' | 'large' | 'name', string>>(sql`
    with recursive large as (select code, name from ${area} where level =
        (select min(level) from (select level from ${area} group by level having count(*) > 1) several)),
      within as (select code, code as large from large
        union all select a.code, w.large from ${area} a join within w on a.parent = w.code)
    select w.code, w.large, l.name from within w join large l on l.code = w.large order by l.name, l.code`);
  const areas = rows.filter(({ code, large }) => code === large).map(({ code, name }) => ({ code, name }));
  return { areas, largeOf: new Map(rows.map(({ code, large }) => [code, large])) };
}

/** Reads each pair of MDA and category of complaints in use, with its timer rules. */
export async function readOffices(db: Database) {
  const inUse = (column: 'mda_id' | 'category_id', id: string) =>
    sql.raw(`exists (select from complaint c where c.${column} = ${id})`);
  type Row = Record<'mdaId' | 'mda' | 'categoryId' | 'category', string> & { readonly rules: RawRules };
  const { rows } = await db.execute<Row>(sql`
    select m.id as "mdaId", m.name as mda, k.id as "categoryId", k.name as category,
      ${rulesOf({ mdaId: sql`m.id`, categoryId: sql`k.id`, since: sql`'2000-01-01'` })} as rules
    from ${mda} m cross join ${category} k
    where (m.active or ${inUse('mda_id', 'm.id')}) and m.id <> ${unknownMda} and k.kind = 'complaint'
      and (k.active or ${inUse('category_id', 'k.id')})
    order by k.position, k.name`);
  return rows;
}
