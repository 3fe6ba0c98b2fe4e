import type { Area } from '@baraza/contract';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { area } from '../../db/schema/tables.ts';

export type LoadedArea = Pick<typeof area.$inferInsert, 'code' | 'name' | 'level' | 'fullName'> & {
  readonly parent: string | null;
};

/** Lists the areas to choose from, the largest first. */
export async function listAreas(db: Database): Promise<Area[]> {
  return db
    .select({ code: area.code, name: area.name, parent: area.parent })
    .from(area)
    .where(eq(area.active, true))
    .orderBy(asc(area.level), asc(area.name), asc(area.code));
}

/** The codes of an area and of all that lie in it. */
export function areasWithin(code: string): SQL {
  return sql`array(with recursive within as (select code from ${area} where code = ${code}
    union select a.code from ${area} a join within w on a.parent = w.code) select code from within)`;
}

/** Adds areas, and changes those whose codes are there. */
export async function saveAreas(db: Database, areas: readonly LoadedArea[], demo = false): Promise<void> {
  await db.execute(sql`insert into ${area} (code, name, parent, level, full_name, demo)
    select code, name, parent, level, "fullName", ${demo} from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb)
      as row (code text, name text, parent text, level smallint, "fullName" text)
    on conflict (code) do update set name = excluded.name, parent = excluded.parent, level = excluded.level,
      full_name = excluded.full_name, active = true, demo = excluded.demo`);
}

/** Keeps areas that are not in a new list, for the complaints that name them. @returns how many. */
export async function retireOtherAreas(db: Database, codes: readonly string[]): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update ${area} set active = false where active and code <> all(${sql.param(codes)}::text[])`,
  );
  return rowCount ?? 0;
}
