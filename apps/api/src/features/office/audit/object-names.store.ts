import { Id } from '@baraza/contract/core/fields';
import { sql, and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, feedback, file, audit, recusal } from '../../../db/schema/tables.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { listedBy, listedIn } from '../../../db/schema/audit-tables.ts';
import type { AuditDetail } from '../../../audit/sealed-audit.ts';

/** Ids and label under which entries name one object. */
export interface ObjectNames {
  /** Ids of the object and of its files. */
  readonly ids: readonly string[];
  readonly label: string | null;
}

/** Finds all names of the typed object in the unrestricted database; they only filter entries, which are restricted. */
export async function findNames(everything: Database, typed: string, recused: RecusedObjects): Promise<ObjectNames> {
  const id = Id.safeParse(typed);
  const label = id.success ? null : typed.toUpperCase();
  const [object] = (
    await everything.execute<{ id: string; label: string; files: string[] }>(sql`
      select one.id, one.tracking_id as label,
        array(select ${file.id} from ${file} where ${file.complaintId} = one.id)
          || array(select ${file.id} from ${file} where ${file.feedbackId} = one.id) as files
        from (
          select ${complaint.id}, ${complaint.trackingId} from ${complaint} where ${is(complaint)}
          union all select ${feedback.id}, ${feedback.trackingId} from ${feedback} where ${is(feedback)}
        ) as one limit 1`)
  ).rows;
  // Removed sample data is only in the trail.
  if (!object) return { ids: id.success ? [id.data] : [], label };
  // As for an object that does not exist.
  if (recused.ids.includes(object.id)) return { ids: id.success ? [id.data] : [], label: '' };
  return { ids: [object.id, ...object.files], label: object.label };

  function is(table: typeof complaint | typeof feedback) {
    return id.success ? sql`${table.id} = ${id.data}` : sql`${table.trackingId} = ${label}`;
  }
}

/** Matches entries about other complaints than recused ones. In this form PostgreSQL expects nearly every entry to match. */
export function isNotAboutRecused({ readerId, ids, trackingIds }: RecusedObjects): SQL | undefined {
  if (ids.length === 0) return undefined;
  const isNoneOf = (column: AnyPgColumn, values: readonly string[]) =>
    sql`(${column} is null or ${column} <> all(${sql.param([...values])}::text[]))`;
  const listed = sql`${audit.detail} ->> ${listedIn}::text`;
  const listsOthers = sql`(${listed} is null or not (string_to_array(${listed}, ${listedBy}::text) <@ ${sql.param([...trackingIds])}::text[]))`;
  // The reader's own refusals are shown, as for objects that do not exist.
  const ownRefusal = and(eq(audit.actorId, readerId), eq(audit.outcome, 'refused'), isNull(audit.objectLabel));
  return and(or(isNoneOf(audit.objectId, ids), ownRefusal), isNoneOf(audit.objectLabel, trackingIds), listsOthers);
}

/** Removes the tracking IDs of recused complaints from a list in the trail. */
export function withoutRecused(detail: AuditDetail, { trackingIds }: RecusedObjects): AuditDetail {
  const shown = detail[listedIn];
  if (trackingIds.length === 0 || typeof shown !== 'string') return detail;
  const left = shown.split(listedBy).filter((trackingId) => !trackingIds.includes(trackingId));
  return { ...detail, [listedIn]: left.join(listedBy) };
}

/** Ids in the audit trail of the complaints from which a reader is recused. */
export interface RecusedObjects {
  readonly readerId: string;
  /** Ids of the complaints and of their files. */
  readonly ids: readonly string[];
  readonly trackingIds: readonly string[];
}

/** Finds the complaints from which a reader of the trail is recused. Needs the unrestricted database. */
export async function findRecusedObjects(everything: Database, accountId: string): Promise<RecusedObjects> {
  const rows = await everything
    .select({
      id: complaint.id,
      trackingId: complaint.trackingId,
      files: sql<string[]>`array(select ${file.id} from ${file} where ${file.complaintId} = ${complaint.id})`,
    })
    .from(recusal)
    .innerJoin(complaint, eq(complaint.id, recusal.complaintId))
    .where(eq(recusal.accountId, accountId));
  return {
    readerId: accountId,
    ids: rows.flatMap(({ id, files }) => [id, ...files]),
    trackingIds: rows.map(({ trackingId }) => trackingId),
  };
}
