import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The queues that are counted: `assigned` for each officer, `due` for each date. */
export const queueKinds = [
  'open',
  'resolved',
  'withCitizen',
  'undecided',
  'offered',
  'unassigned',
  'assigned',
  'due',
  'reopened',
  'escalated',
] as const;

/** Complaints in each queue of an MDA: the sum over its rows. A trigger adds rows; a job compacts them. */
export const queueCount = pgTable('queue_count', {
  mdaId: uuid('mda_id').notNull(),
  kind: text('kind', { enum: queueKinds }).notNull(),
  accountId: uuid('account_id'),
  dueAt: instant('due_at'),
  /** To be added up; may be negative. */
  count: integer('count').notNull(),
});

/** What open screens are to hear of. NOTIFY in each commit would make writers wait for a lock of the whole server. */
export const announcement = pgTable('announcement', {
  channel: text('channel').notNull(),
  payload: text('payload').notNull(),
});
