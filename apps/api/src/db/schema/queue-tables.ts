import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What is counted of an MDA. `assigned` is counted for each officer, `due` for each date. */
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

/**
 * How many complaints stand in each queue of an MDA: the sum over its rows. The trigger `complaint_queues` adds rows and
 * changes none, so that nobody who takes a step waits for somebody else; a job folds them together.
 */
export const queueCount = pgTable(
  'queue_count',
  {
    mdaId: uuid('mda_id').notNull(),
    kind: text('kind', { enum: queueKinds }).notNull(),
    /** Of `assigned`: whose. */
    accountId: uuid('account_id'),
    /** Of `due`: when. */
    dueAt: instant('due_at'),
    count: integer('count').notNull(),
  },
  (t) => [index('queue_count_mda').on(t.mdaId, t.kind)],
);
