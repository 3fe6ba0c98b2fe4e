import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { listedBy, listedIn } from '../../db/schema/audit-tables.ts';
import { audit } from '../../db/schema/tables.ts';
import type { AuditDetail } from '../../audit/audit-chain.ts';
import type { RecusedObjects } from '../recusal/recusal.store.ts';

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
