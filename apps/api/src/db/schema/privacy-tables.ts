import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Accounts that were erased, by id alone. After a restore they are erased again. */
export const erasure = pgTable('erasure', {
  accountId: uuid('account_id').primaryKey(),
  at: instant('at').notNull(),
});
