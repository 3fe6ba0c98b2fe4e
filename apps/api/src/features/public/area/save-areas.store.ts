import type { AreaOutline } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { area, areaOutline } from '../../../db/schema/tables.ts';
import type { Shape } from './read-outline.ts';

export type LoadedArea = Pick<typeof area.$inferInsert, 'code' | 'name' | 'level' | 'fullName'> & {
  readonly parent: string | null;
};

/** Adds areas, or updates those with the same code. */
export async function saveAreas(db: Database, areas: readonly LoadedArea[], demo = false): Promise<void> {
  await db.execute(sql`insert into ${area} (code, name, parent, level, full_name, demo)
    select code, name, parent, level, "fullName", ${demo} from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb)
      as row (code text, name text, parent text, level smallint, "fullName" text)
    on conflict (code) do update set name = excluded.name, parent = excluded.parent, level = excluded.level,
      full_name = excluded.full_name, active = true, demo = excluded.demo`);
}

/** Replaces the shapes of all areas, and their drawing. */
export async function saveOutline(db: Database, shapes: readonly Shape[], outline: AreaOutline, demo = false) {
  const rows = shapes.map(({ code, rings }) => ({ code, rings: rings.map(toPolygon) }));
  await db.execute(sql`update ${area} set shape = null where shape is not null`);
  await db.execute(sql`update ${area} set shape = array(select ring::polygon from jsonb_array_elements_text(row.rings) ring)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (code text, rings jsonb) where area.code = row.code`);
  await db
    .insert(areaOutline)
    .values({ outline, demo })
    .onConflictDoUpdate({ target: areaOutline.singleton, set: { outline, demo } });
}

const toPolygon = (ring: Shape['rings'][number]) => `(${ring.map(([lon, lat]) => `(${lon},${lat})`).join(',')})`;

/** Deactivates areas that a new list lacks; complaints may name them. Returns their number. */
export async function retireOtherAreas(db: Database, codes: readonly string[]): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update ${area} set active = false where active and code <> all(${sql.param(codes)}::text[])`,
  );
  return rowCount ?? 0;
}
