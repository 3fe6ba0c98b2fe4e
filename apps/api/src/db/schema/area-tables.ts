import { type AnyPgColumn, boolean, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** Places that the operator loaded, such as states and their wards. */
export const area = pgTable(
  'area',
  {
    /** As the operator's list has it. */
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    /** The area it lies in; null at the top. */
    parent: text('parent').references((): AnyPgColumn => area.code),
    /** 1 at the top. */
    level: smallint('level').notNull(),
    /** Its name and those of the areas it lies in, the smallest first. */
    fullName: text('full_name').notNull(),
    /** Whether it can be chosen for new complaints. */
    active: boolean('active').notNull().default(true),
    /** Sample data, removable as a whole. */
    demo: boolean('demo').notNull().default(false),
  },
  (t) => [index('area_parent').on(t.parent)],
);
