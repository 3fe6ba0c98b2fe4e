import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row: the identity of this installation. */
export const installation = pgTable('installation', {
  singleton: boolean('singleton').primaryKey().default(true),
  id: uuid('id').notNull(),
  demoRemovedAt: instant('demo_removed_at'),
});

/** When each scheduled task was last due and enqueued, by any server. */
export const scheduledTask = pgTable('scheduled_task', {
  task: text('task').primaryKey(),
  lastDueAt: instant('last_due_at').notNull(),
});

/** Accounts that were erased, by id alone. After a restore they are erased again. */
export const erasure = pgTable('erasure', {
  accountId: uuid('account_id').primaryKey(),
  at: instant('at').notNull(),
});
