import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { complaint } from './complaint-tables.ts';
import { instant } from './columns.ts';

/** Notifications of citizens in the portal. */
export const notification = pgTable(
  'notification',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    title: text('title').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
    /** Order in which they became visible; a live stream resumes after the last seen. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (t) => [
    index('notification_seq').on(t.accountId, t.seq),
    index('notification_account').on(t.accountId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notification_unread')
      .on(t.accountId, t.complaintId)
      .where(sql`read_at is null`),
  ],
);
