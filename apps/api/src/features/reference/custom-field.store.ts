import type { CustomField, FieldOfComplaint } from '@baraza/contract';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { complaint, customField } from '../../db/schema/tables.ts';

/** Lists the custom fields of an MDA that meet a condition, in their order. */
export function listFields(db: Database, mdaId: string, which?: SQL): Promise<CustomField[]> {
  const columns = pick(customField, ['id', 'name', 'type', 'options', 'personal', 'asked', 'active', 'version']);
  return db
    .select({ ...columns, category: customField.categoryId })
    .from(customField)
    .where(and(eq(customField.mdaId, mdaId), which))
    .orderBy(asc(customField.position), asc(customField.id));
}

/** Lists the custom fields that citizens are asked for. */
export const listAsked = (db: Database, mdaId: string) =>
  listFields(db, mdaId, and(eq(customField.asked, true), eq(customField.active, true)));

/** Selects the fields offered for a complaint, and those in which it has a value; only the former are active. */
export function fieldsOf(): SQL<FieldOfComplaint[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'options', f.options,
      'personal', f.personal, 'asked', f.asked, 'active', f.active and here.it, 'value', complaint.custom_fields -> f.id::text)
      order by not here.it, f.position, f.id), '[]')
    from ${customField} f,
      lateral (select f.mda_id = complaint.mda_id and f.category_id = complaint.category_id as it) here
    where f.active and here.it or complaint.custom_fields ? f.id::text)`;
}

/** Reads the fields of one complaint. */
export async function readFields(db: Database, complaintId: string): Promise<FieldOfComplaint[]> {
  const [row] = await db.select({ fields: fieldsOf() }).from(complaint).where(eq(complaint.id, complaintId));
  return row?.fields ?? [];
}
