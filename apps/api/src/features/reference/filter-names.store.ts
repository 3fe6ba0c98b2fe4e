import { fieldValueIn, type Filter, valuesOf } from '@baraza/contract';
import { Id } from '@baraza/contract/core/fields';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, area, category, customField, jurisdiction, unit } from '../../db/schema/tables.ts';
import type { Today } from './today.ts';

/** Fields of a filter whose values can go. */
const fields = ['category', 'jurisdiction', 'area', 'unit', 'assignee', 'field'] as const;

/** Lists what a filter names by id or code. */
export const namesIn = (filter: Filter): string[] => fields.flatMap((field) => namesBy(filter, field));

/** A custom field goes, and so does an option, whose id is its value. */
function namesBy(filter: Filter, field: (typeof fields)[number]): string[] {
  const values = valuesOf(filter[field]);
  if (field !== 'field') return values;
  return values.flatMap((clause) => fieldValueIn(clause)!).filter((name) => Id.safeParse(name).success);
}

/** What an MDA can name, out of what was asked. */
export interface FilterNames {
  readonly present: ReadonlySet<string>;
  readonly names: Readonly<Record<string, string>>;
  /** Staff on leave. */
  readonly away: ReadonlySet<string>;
}

/** Finds which ids and codes are staff, units, categories, jurisdictions or areas in use. */
export async function findFilterNames(
  db: Database,
  mdaId: string,
  wanted: readonly string[],
  { day }: Today,
): Promise<FilterNames> {
  const ids = wanted.filter((name) => Id.safeParse(name).success);
  const named = sql`any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<{ id: string; name: string; away: boolean }>(sql`
    select a.id::text, full_name(a.first_name, a.last_name) as name, coalesce(a.away_until >= ${day}::date, false) as away from ${account} a
      where a.id = ${named} and a.mda_id = ${mdaId} and a.role in ('officer', 'supervisor') and a.disabled_at is null
    union all select id::text, name, false from ${unit} where id = ${named} and mda_id = ${mdaId} and active
    union all select id::text, name, false from ${category} where id = ${named} and active
    union all select id::text, name, false from ${jurisdiction} where id = ${named} and mda_id = ${mdaId} and active
    union all select id::text, name, false from ${customField}
      where id = ${named} and mda_id = ${mdaId} and active and not personal
    union all select o ->> 'id', o ->> 'name', false from ${customField}, jsonb_array_elements(options) o
      where (o ->> 'id')::uuid = ${named} and mda_id = ${mdaId} and (o ->> 'active')::boolean
    union all select code, name, false from ${area} where code = any(${sql.param([...wanted])}::text[]) and active`);
  return {
    present: new Set(['me', 'none', ...rows.map(({ id }) => id)]),
    names: Object.fromEntries(rows.map(({ id, name }) => [id, name])),
    away: new Set(rows.filter(({ away }) => away).map(({ id }) => id)),
  };
}

/** Lists the fields of a filter that name something that is gone. */
export function goneFields(filter: Filter, { present }: FilterNames): (keyof Filter)[] {
  return fields.filter((field) => !namesBy(filter, field).every((name) => present.has(name)));
}
