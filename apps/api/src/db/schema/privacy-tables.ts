import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Who was erased, by number alone. Nothing refers to the account: a backup may bring back one that was erased, and then this
 * tells that it has to be erased again.
 */
export const erasure = pgTable('erasure', {
  accountId: uuid('account_id').primaryKey(),
  at: instant('at').notNull(),
});
