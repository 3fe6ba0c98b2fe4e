import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, changes } from './columns.ts';
import { category, mda } from './mda-tables.ts';

/** Days that are no working days, at one MDA or, without one, everywhere. */
export const holiday = pgTable('holiday', {
  id: uuid('id').primaryKey(),
  mdaId: uuid('mda_id').references(() => mda.id),
  day: date('day', { mode: 'string' }).notNull(),
  name: text('name').notNull(),
});

/** SLA targets of an MDA in working days: for one category or, without one, for all others. */
export const slaTarget = pgTable('sla_target', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  categoryId: uuid('category_id').references(() => category.id),
  acknowledgeDays: integer('acknowledge_days').notNull(),
  replyDays: integer('reply_days').notNull(),
  resolveDays: integer('resolve_days').notNull(),
  version: changes(),
});
