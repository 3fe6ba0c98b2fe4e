import type { AuditAction, AuditOutcome } from '@baraza/contract/audit/audit';
import type { Role } from '@baraza/contract/core/role';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Where an entry about a list tells what was shown, and what stands between two of them. */
export const listedIn = 'shown';
export const listedBy = ', ';

/** The tracking ids that a list showed, as words of an index. Queries use this very expression, and this very condition. */
export function listedNames(t: { detail: AnyPgColumn }): SQL {
  return sql`array_to_tsvector(string_to_array(${t.detail} ->> ${sql.raw(`'${listedIn}', '${listedBy}'`)}))`;
}
export const isOfList = sql`action = 'complaint.listed'`;

/**
 * Who did what, and who looked at whose identity. Append-only. `digest` covers the facts of an entry; what may name a person
 * (`network`, `detail`) is covered through `content_digest`, salted, so that erasing it leaves the chain valid. Nothing refers
 * to other tables: an entry outlives what it tells of.
 */
export const audit = pgTable(
  'audit',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role').$type<Role>(),
    action: text('action').$type<AuditAction>().notNull(),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    /** What people call the object: a tracking id, the name of an MDA. Never the name of a citizen. */
    objectLabel: text('object_label'),
    /** ThrottleSubject supervisors may read the entry. */
    mdaId: uuid('mda_id'),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    requestId: text('request_id'),
    /** Where it came from. */
    network: text('network'),
    detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>(),
    salt: bytes('salt'),
    contentDigest: bytes('content_digest').notNull(),
    digest: bytes('digest').notNull(),
    /** The place in one of the chains, given by the database when the transaction commits. */
    chain: smallint('chain'),
    seq: bigint('seq', { mode: 'number' }),
    /** Over the hash before it in the chain, the place, and `digest`. */
    hash: bytes('hash'),
  },
  (t) => [
    uniqueIndex('audit_place').on(t.chain, t.seq),
    index('audit_newest').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_mda')
      .on(t.mdaId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`mda_id is not null`),
    index('audit_actor')
      .on(t.actorId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`actor_id is not null`),
    index('audit_object')
      .on(t.objectId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`object_id is not null`),
    index('audit_label')
      .on(t.objectLabel, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`object_label is not null`),
    index('audit_action').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_listed').using('gin', listedNames(t)).where(isOfList),
    index('audit_refused')
      .on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`outcome = 'refused'`),
    check('audit_outcome', sql`outcome in ('done', 'refused')`),
  ],
);

/** The newest entry of each chain. Its row is the lock under which an entry finds its place. */
export const auditHead = pgTable('audit_head', {
  chain: smallint('chain').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
});

/** Up to where a chain was taken off when its time had come: the next entry follows this hash. */
export const auditCheckpoint = pgTable(
  'audit_checkpoint',
  {
    chain: smallint('chain').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.seq] })],
);
