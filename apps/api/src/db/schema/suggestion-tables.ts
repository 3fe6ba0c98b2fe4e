import { boolean, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, instant } from './columns.ts';
import { mda } from './mda-tables.ts';

/** What resolved complaints taught about an MDA: the class of a naive Bayes classifier. */
export const learnedMda = pgTable('learned_mda', {
  mdaId: uuid('mda_id')
    .primaryKey()
    .references(() => mda.id, { onDelete: 'cascade' }),
  complaints: integer('complaints').notNull(),
  /** Grams of these complaints, each counted once for each complaint. */
  grams: integer('grams').notNull(),
});

/** In how many complaints of an MDA a gram occurs. */
export const learnedGram = pgTable(
  'learned_gram',
  {
    /** A hash of 16 bits: from many grams, so that no text can be put together again. */
    bucket: integer('bucket').notNull(),
    mdaId: belongsTo('mda_id', () => mda.id, { onDelete: 'cascade' }),
    complaints: integer('complaints').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.mdaId] })],
);

/** Whether the first suggestion was right, of the last complaints before they were learned. */
export const suggestionTest = pgTable('suggestion_test', {
  testedAt: instant('tested_at').notNull(),
  isRight: boolean('is_right').notNull(),
});
