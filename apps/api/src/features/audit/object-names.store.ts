import { Id } from '@baraza/contract/core/common';
import { sql, and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, feedback, file, audit } from '../../db/schema/tables.ts';
import type { RecusedObjects } from '../recusal/recusal.store.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { listedBy, listedIn } from '../../db/schema/audit-tables.ts';
import type { AuditDetail } from '../../audit/audit-chain.ts';

/** Under which names entries tell of one object. */
export interface ObjectNames {
  /** Its number, and those of its files. */
  readonly ids: readonly string[];
  /** A tracking id, or what else people call it. */
  readonly label: string | null;
}

/**
 * What was typed, and what the same object is called besides. This needs a database that holds everything: not everybody who reads
 * the trail may look complaints up. Nothing of it is shown; it only leads to entries, and those have a fence of their own. What is
 * in `recused` leads to what they were refused of it.
 */
export async function findNames(everything: Database, typed: string, recused: RecusedObjects): Promise<ObjectNames> {
  const id = Id.safeParse(typed);
  const label = id.success ? null : typed.toUpperCase();
  const [found] = (
    await everything.execute<{ id: string; label: string; files: string[] }>(sql`
      select one.id, one.tracking_id as label,
        array(select ${file.id} from ${file} where ${file.complaintId} = one.id)
          || array(select ${file.id} from ${file} where ${file.feedbackId} = one.id) as files
        from (
          select ${complaint.id}, ${complaint.trackingId} from ${complaint} where ${is(complaint)}
          union all select ${feedback.id}, ${feedback.trackingId} from ${feedback} where ${is(feedback)}
        ) as one limit 1`)
  ).rows;
  // Sample data that was removed is in the trail alone.
  if (!found) return { ids: id.success ? [id.data] : [], label };
  // Not told from what never was: that is in no list either.
  if (recused.ids.includes(found.id)) return { ids: id.success ? [id.data] : [], label: '' };
  return { ids: [found.id, ...found.files], label: found.label };

  function is(table: typeof complaint | typeof feedback) {
    return id.success ? sql`${table.id} = ${id.data}` : sql`${table.trackingId} = ${label}`;
  }
}

/**
 * Matches entries that are not about what the reader is recused from; undefined where that is nothing. Each part is written so that
 * PostgreSQL takes it for what it is, true of nearly every entry: otherwise it would sort whole years.
 */
export function isNotAboutRecused({ readerId, ids, trackingIds }: RecusedObjects): SQL | undefined {
  if (ids.length === 0) return undefined;
  const isNoneOf = (column: AnyPgColumn, values: readonly string[]) =>
    sql`(${column} is null or ${column} <> all(${sql.param([...values])}::text[]))`;
  const listed = sql`${audit.detail} ->> ${listedIn}::text`;
  const listsOthers = sql`(${listed} is null or not (string_to_array(${listed}, ${listedBy}::text) <@ ${sql.param([...trackingIds])}::text[]))`;
  // What the reader was refused themselves is there, as it is for what never was: it says no more than they asked for.
  const ownRefusal = and(eq(audit.actorId, readerId), eq(audit.outcome, 'refused'), isNull(audit.objectLabel));
  return and(or(isNoneOf(audit.objectId, ids), ownRefusal), isNoneOf(audit.objectLabel, trackingIds), listsOthers);
}

/** Removes complaints recused from the reader from the tracking ids that a list showed. */
export function withoutRecused(detail: AuditDetail, { trackingIds }: RecusedObjects): AuditDetail {
  const shown = detail[listedIn];
  if (trackingIds.length === 0 || typeof shown !== 'string') return detail;
  const left = shown.split(listedBy).filter((trackingId) => !trackingIds.includes(trackingId));
  return { ...detail, [listedIn]: left.join(listedBy) };
}
