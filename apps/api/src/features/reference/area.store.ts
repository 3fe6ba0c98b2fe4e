import type { Area, AreaOutline } from '@baraza/contract';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { area, areaOutline } from '../../db/schema/tables.ts';

/** Lists the areas to choose from, the largest first. */
export async function listAreas(db: Database): Promise<Area[]> {
  return db
    .select({ code: area.code, name: area.name, parent: area.parent })
    .from(area)
    .where(eq(area.active, true))
    .orderBy(asc(area.level), asc(area.name), asc(area.code));
}

/** Selects the codes of an area and of all areas in it. */
export function areasWithin(code: string | SQL): SQL {
  return sql`array(with recursive within as (select code from ${area} where code = ${code}
    union select a.code from ${area} a join within w on a.parent = w.code) select code from within)`;
}

/** Selects the codes around an area: its own, outer and inner ones. */
export function areasAround(code: string | SQL): SQL {
  return sql`${areasWithin(code)} || array(with recursive around as (select code, parent from ${area} where code = ${code}
    union select a.code, a.parent from ${area} a join around on a.code = around.parent) select code from around)`;
}

/** Whether an area is offered. */
export async function isOffered(db: Database, code: string): Promise<boolean> {
  return (await db.$count(area, and(eq(area.code, code), eq(area.active, true)))) > 0;
}

/** Reads the drawing of the offered areas; a newer list may have been loaded without a drawing. */
export async function readOutlineOfAreas(db: Database): Promise<AreaOutline | null> {
  const [row] = await db.select({ outline: areaOutline.outline }).from(areaOutline);
  if (!row) return null;
  const areas = await db.select({ code: area.code }).from(area).where(eq(area.active, true));
  const offered = new Set(areas.map(({ code }) => code));
  return { ...row.outline, shapes: row.outline.shapes.filter(({ code }) => offered.has(code)) };
}

/** Finds the smallest area around a point: one with an odd number of rings around it, since holes are rings too. */
export async function findAreaAt(db: Database, { lat, lon }: { lat: number; lon: number }): Promise<string | null> {
  const { rows } = await db.execute<{ code: string }>(sql`select code from ${area} where active
    and (select count(*) from unnest(shape) ring where ring @> point(${lon}, ${lat})) % 2 = 1
    order by level desc, code limit 1`);
  return rows[0]?.code ?? null;
}
