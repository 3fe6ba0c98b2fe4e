import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { changes, instant } from './columns.ts';
import { complaint } from './complaint-tables.ts';
import { category, mda } from './mda-tables.ts';

/** A day on which nobody works: at one MDA, or everywhere when it names none. */
export const holiday = pgTable(
  'holiday',
  {
    id: uuid('id').primaryKey(),
    mdaId: uuid('mda_id').references(() => mda.id),
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [unique('holiday_day').on(t.mdaId, t.day).nullsNotDistinct()],
);

/** How many working days an MDA has: for one category, or for all others when it names none. */
export const target = pgTable(
  'target',
  {
    id: uuid('id').primaryKey(),
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    categoryId: uuid('category_id').references(() => category.id),
    acknowledgeDays: integer('acknowledge_days').notNull(),
    replyDays: integer('reply_days').notNull(),
    resolveDays: integer('resolve_days').notNull(),
    version: changes(),
  },
  (t) => [
    unique('target_category').on(t.mdaId, t.categoryId).nullsNotDistinct(),
    check(
      'target_days',
      sql`acknowledge_days between 1 and 365 and reply_days between 1 and 365 and resolve_days between 1 and 365`,
    ),
  ],
);

/** Which levels of which clock were told, each once. */
export const escalation = pgTable(
  'escalation',
  {
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    cycle: integer('cycle').notNull(),
    clock: text('clock').$type<'acknowledge' | 'reply' | 'resolve'>().notNull(),
    /** In percent of the time there was. */
    level: smallint('level').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.complaintId, t.cycle, t.clock, t.level] }),
    check('escalation_clock', sql`clock in ('acknowledge', 'reply', 'resolve')`),
    check('escalation_level', sql`level in (75, 100, 150, 200)`),
  ],
);
