import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { listedBy, listedIn } from '../../db/schema/audit-tables.ts';
import { audit } from '../../db/schema/tables.ts';
import type { AuditDetail } from '../../audit/audit-chain.ts';
import type { KeptNames } from '../recusal/recusal.store.ts';

/** Where an entry of an earlier version about refused steps on several complaints names them. */
const refusedIn = 'ids';

/**
 * Entries that are not about what is kept from the reader, nor about that alone. No condition where nothing is. Each part is written so that
 * PostgreSQL takes it for what it is, true of nearly every entry: otherwise it would sort whole years.
 */
export function isNotAboutRecused({ readerId, ids, trackingIds }: KeptNames): SQL | undefined {
  if (ids.length === 0) return undefined;
  const isNoneOf = (column: AnyPgColumn, values: readonly string[]) =>
    sql`(${column} is null or ${column} <> all(${sql.param([...values])}::text[]))`;
  const tellsMore = (key: string, values: readonly string[]) => {
    const told = sql`${audit.detail} ->> ${key}::text`;
    return sql`(${told} is null or not (string_to_array(${told}, ${listedBy}::text) <@ ${sql.param([...values])}::text[]))`;
  };
  // What the reader was refused themselves is there, as it is for what never was: it says no more than they asked for.
  const ownRefusal = and(eq(audit.actorId, readerId), eq(audit.outcome, 'refused'), isNull(audit.objectLabel));
  return and(
    or(isNoneOf(audit.objectId, ids), ownRefusal),
    isNoneOf(audit.objectLabel, trackingIds),
    tellsMore(listedIn, trackingIds),
    tellsMore(refusedIn, ids),
  );
}

/** What an entry tells beside, without what is kept from the reader. */
export function withoutRecused(detail: AuditDetail, { ids, trackingIds }: KeptNames): AuditDetail {
  if (ids.length === 0) return detail;
  const kept = new Set([...ids, ...trackingIds]);
  const left = (key: string) => {
    const named = detail[key];
    return typeof named === 'string' ? named.split(listedBy).filter((it) => !kept.has(it)) : [];
  };
  const [shown, refused] = [left(listedIn), left(refusedIn)];
  return {
    ...detail,
    ...(listedIn in detail && { [listedIn]: shown.join(listedBy) }),
    ...(refusedIn in detail && { [refusedIn]: refused.join(listedBy), complaints: refused.length }),
  };
}
