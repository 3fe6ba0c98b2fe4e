import { type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { category } from './mda-tables.ts';
import { belongsTo, bytes, instant, searchVector } from './columns.ts';

/** Sample data, among which there may be millions of real complaints. */
const demo = sql`demo`;

/** Feedback about the portal, which belongs to no MDA. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    trackingId: text('tracking_id').notNull(),
    citizenId: belongsTo('citizen_id', () => account.id),
    categoryId: belongsTo('category_id', () => category.id),
    title: text('title').notNull(),
    /** Sanitised HTML. */
    description: text('description').notNull(),
    /** The description as plain text. */
    descriptionText: text('description_text').notNull(),
    status: text('status').$type<'Pending' | 'Replied'>().notNull(),
    /** The reply of the administrators or oversight. */
    reply: text('reply'),
    replierId: uuid('replier_id').references(() => account.id),
    repliedAt: instant('replied_at'),
    createdAt: instant('created_at').notNull(),
    /** Sample data, removable as a whole. */
    demo: boolean('demo').notNull().default(false),
    /** Full-text vector; a column, since behind row-level security no index over an expression is used. */
    search: searchVector('search').generatedAlwaysAs(
      (): SQL => sql`to_tsvector('simple', title || ' ' || description_text)`,
    ),
  },
  (t) => [
    uniqueIndex('feedback_tracking_id').on(t.trackingId),
    index('feedback_citizen').on(t.citizenId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // The desk reads everybody's feedback, often the pending alone.
    index('feedback_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_search').using('gin', t.search),
    index('feedback_tracking_tail').on(sql`reverse(tracking_id) text_pattern_ops`),
    index('feedback_status').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_category').on(t.categoryId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_demo').on(t.id).where(demo),
  ],
);

/** What happened to feedback, for the log; its words are in `feedback`. */
export const feedbackEvent = pgTable(
  'feedback_event',
  {
    feedbackId: belongsTo('feedback_id', () => feedback.id),
    /** 1: it was filed; 2: it was answered. */
    seq: integer('seq').notNull(),
    at: instant('at').notNull(),
    action: text('action').$type<'submit' | 'reply'>().notNull(),
    /** Who answered. */
    actorId: uuid('actor_id'),
    /** Salt of `content_digest`; erased together with the words. */
    salt: bytes('salt'),
    /** Salted digest of the words. */
    contentDigest: bytes('content_digest').notNull(),
    /** SHA-256 over the facts and `content_digest`: its entry in the log. */
    digest: bytes('digest').notNull(),
  },
  (t) => [primaryKey({ columns: [t.feedbackId, t.seq] })],
);
