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
    description: text('description').notNull(),
    descriptionText: text('description_text').notNull(),
    status: text('status').$type<'Pending' | 'Replied'>().notNull(),
    reply: text('reply'),
    replierId: uuid('replier_id').references(() => account.id),
    repliedAt: instant('replied_at'),
    createdAt: instant('created_at').notNull(),
    demo: boolean('demo').notNull().default(false),
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
    seq: integer('seq').notNull(),
    at: instant('at').notNull(),
    action: text('action').$type<'submit' | 'reply'>().notNull(),
    actorId: uuid('actor_id'),
    salt: bytes('salt'),
    contentDigest: bytes('content_digest').notNull(),
    digest: bytes('digest').notNull(),
  },
  (t) => [primaryKey({ columns: [t.feedbackId, t.seq] })],
);
