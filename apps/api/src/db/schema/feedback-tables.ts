import { type SQL, sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { category } from './mda-tables.ts';
import { belongsTo, bytes, instant, searchVector } from './columns.ts';

/** Feedback about the portal, which belongs to no MDA. */
export const feedback = pgTable('feedback', {
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
  search: searchVector('search').generatedAlwaysAs((): SQL => sql`search_words(title || ' ' || description_text)`),
});

/** Events of feedback, for the log; the words are in `feedback`. */
export const feedbackEvent = pgTable('feedback_event', {
  feedbackId: belongsTo('feedback_id', () => feedback.id),
  seq: integer('seq').notNull(),
  at: instant('at').notNull(),
  action: text('action').$type<'submit' | 'reply'>().notNull(),
  actorId: uuid('actor_id'),
  salt: bytes('salt'),
  contentDigest: bytes('content_digest').notNull(),
  digest: bytes('digest').notNull(),
});
