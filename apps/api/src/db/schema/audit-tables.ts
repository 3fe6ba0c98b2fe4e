import type { AuditAction, AuditOutcome, Role } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Key in `detail` with the tracking ids that a list showed, and their separator. */
export const listedIn = 'shown';
export const listedBy = ', ';

/** Index expression over the tracking ids that a list showed. Queries repeat it and its condition exactly. */
export function listedNames(t: { detail: AnyPgColumn }): SQL {
  return sql`array_to_tsvector(string_to_array(${t.detail} ->> ${sql.raw(`'${listedIn}', '${listedBy}'`)}))`;
}
export const isOfList = sql`action = 'complaint.listed'`;

/** The append-only audit trail: who did what, and who viewed whose data. An entry outlives its object. */
export const audit = pgTable('audit', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  actorId: uuid('actor_id'),
  actorRole: text('actor_role').$type<Role>(),
  action: text('action').$type<AuditAction>().notNull(),
  objectKind: text('object_kind'),
  objectId: text('object_id'),
  objectLabel: text('object_label'),
  mdaId: uuid('mda_id'),
  outcome: text('outcome').$type<AuditOutcome>().notNull(),
  requestId: text('request_id'),
  network: text('network'),
  detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>(),
  salt: bytes('salt'),
  /** Salted digest of `network` and `detail`: erasing them leaves digest and log valid. */
  contentDigest: bytes('content_digest').notNull(),
  digest: bytes('digest').notNull(),
});
