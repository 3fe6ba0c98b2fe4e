import type { Burst } from '@baraza/contract';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { area, burst, category, complaint } from '../../../db/schema/tables.ts';
import { fewestInBurst, isBurst } from '../../../domain/burst.ts';
import type { Services } from '../../../services.ts';
import { visibleTo, within } from '../../complaint/record/visibility.ts';
import { notifyStaff } from '../../engagement/notification/notify-staff.ts';
import { areasWithin } from '../../reference/area.store.ts';

/** Number of weeks whose same weekday is compared. */
const weeks = 8;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Keeps the bursts of the day (UTC) and tells supervisors of each new one. */
export async function findBursts(services: Services): Promise<void> {
  const { db, clock } = services;
  const at = clock.now();
  const day = dayOf(at);
  const found = (await countToday(db, at)).filter(({ count, usual }) => isBurst(count, usual));
  const inArea = new Set(found.filter((it) => it.areaCode !== null).map((it) => `${it.mdaId} ${it.categoryId}`));
  await db.transaction(async (tx) => {
    for (const { newest, trackingId, mdaId, categoryId, areaCode, usual } of found) {
      // The number of a whole category is no news beside that of the area where they come from.
      if (areaCode === null && inArea.has(`${mdaId} ${categoryId}`)) continue;
      const row = { mdaId, categoryId, areaCode, day, usual };
      const isNew = (await tx.insert(burst).values(row).onConflictDoNothing().returning({ day: burst.day })).length > 0;
      const about = { id: newest, trackingId };
      if (isNew) await notifyStaff(tx, services, { complaint: about, kind: 'burst', step: null, actorId: null, at });
    }
    await tx.delete(burst).where(ne(burst.day, day));
  });
}

interface Counted {
  readonly mdaId: string;
  readonly categoryId: string;
  readonly areaCode: string | null;
  readonly count: number;
  readonly usual: number;
  readonly newest: string;
  readonly trackingId: string;
}

/** Counts today's complaints by MDA, category and area, with the usual number. */
async function countToday(db: Database, at: Date): Promise<Counted[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const start = sql`${dayOf(at)}::timestamp at time zone 'UTC'`;
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    with today as (
      select mda_id, category_id, area_code, count(*)::int as count, (array_agg(id order by submitted_at desc))[1] as newest
      from ${complaint} where submitted_at >= ${start} and submitted_at <= ${now} and state <> 'merged'
      group by grouping sets ((mda_id, category_id, area_code), (mda_id, category_id))
      having count(distinct citizen_id) >= ${fewestInBurst} and (grouping(area_code) = 1 or area_code is not null))
    select mda_id as "mdaId", category_id as "categoryId", area_code as "areaCode", count, newest,
      (select tracking_id from ${complaint} where id = newest) as "trackingId",
      (select count(*)::float8 / ${weeks} from ${complaint} c, generate_series(1, ${weeks}) week
        where c.mda_id = today.mda_id and c.category_id = today.category_id and c.state <> 'merged'
          and (today.area_code is null or c.area_code = today.area_code)
          and c.submitted_at >= ${start} - week * interval '7 days'
          and c.submitted_at <= ${now} - week * interval '7 days') as usual
    from today`);
  return rows;
}

/** Lists today's bursts of the caller's MDA, counting what the caller may see. */
export async function listBursts({ services: { db, clock }, caller }: RequestActor): Promise<Burst[]> {
  const ofKind = within(
    visibleTo(caller),
    eq(complaint.categoryId, burst.categoryId),
    ne(complaint.state, 'merged'),
    sql`${complaint.submittedAt} >= ${burst.day}::timestamp at time zone 'UTC'`,
    sql`(${burst.areaCode} is null or ${complaint.areaCode} = any(${areasWithin(sql`${burst.areaCode}`)}))`,
  );
  const rows = await db
    .select({
      category: { id: category.id, name: category.name },
      area: { id: area.code, name: area.fullName },
      day: burst.day,
      usual: burst.usual,
      count: sql<number>`(select count(*)::int from ${complaint} where ${ofKind})`,
    })
    .from(burst)
    .innerJoin(category, eq(category.id, burst.categoryId))
    .leftJoin(area, eq(area.code, burst.areaCode))
    .where(and(eq(burst.mdaId, mdaOf(caller)), eq(burst.day, dayOf(clock.now()))))
    .orderBy(asc(category.name), asc(area.fullName));
  return rows.filter(({ count }) => count > 0);
}
