import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, instant } from './columns.ts';
import { complaint } from './complaint-tables.ts';

/** Classes of a naive Bayes classifier: MDAs and categories, learned from complaints. */
export const learnedTarget = pgTable('learned_target', {
  /** An MDA or a category. */
  targetId: uuid('target_id').primaryKey(),
  complaints: integer('complaints').notNull(),
  /** Grams and words of these complaints, each counted once for each person. */
  grams: integer('grams').notNull(),
});

/** How many people wrote a gram or word about an MDA or a category. */
export const learnedGram = pgTable('learned_gram', {
  /** A hash of 16 bits of a gram, or of 20 of a word: many share it, so that no text can be put together again. */
  bucket: integer('bucket').notNull(),
  targetId: belongsTo('target_id', () => learnedTarget.targetId, { onDelete: 'cascade' }),
  citizens: integer('citizens').notNull().default(0),
  /** Complaints without an account, which count as one person. */
  guests: integer('guests').notNull().default(0),
});

/** The MDA and the category that each complaint was learned for. */
export const learnedComplaint = pgTable('learned_complaint', {
  complaintId: belongsTo('complaint_id', () => complaint.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<SuggestedKind>().notNull(),
  targetId: belongsTo('target_id', () => learnedTarget.targetId),
  /** Whether it was among the suggestions for these words; null where nothing was suggested. */
  isHit: boolean('is_hit'),
  learnedAt: instant('learned_at').notNull(),
});
