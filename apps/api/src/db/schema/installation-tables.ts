import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row: which installation this database belongs to, and under which key its file store says the same. */
export const installation = pgTable(
  'installation',
  {
    only: boolean('only').primaryKey().default(true),
    id: uuid('id').notNull(),
    /** Null until a store was claimed. */
    markerKey: text('marker_key'),
    /** The sample data were removed, and never come back by themselves. */
    demoRemovedAt: instant('demo_removed_at'),
  },
  (t) => [check('installation_only', sql`${t.only}`)],
);
