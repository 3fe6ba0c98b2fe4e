import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row: identity and data key of this installation. */
export const installation = pgTable('installation', {
  singleton: boolean('singleton').primaryKey().default(true),
  id: uuid('id').notNull(),
  demoRemovedAt: instant('demo_removed_at'),
  /** Identifies the secret key that sealed the data key. */
  keyId: text('key_id'),
  /** Sealed; null: the secret key itself. */
  dataKey: text('data_key'),
  backedUpAt: instant('backed_up_at'),
  /** Files that were missing or altered then. */
  backupFaults: integer('backup_faults').notNull().default(0),
  logVerifiedAt: instant('log_verified_at'),
  logFaults: integer('log_faults').notNull().default(0),
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
