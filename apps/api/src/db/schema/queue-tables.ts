import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The queues that are counted: `assigned`, `toAnswer` and `followUp` for each officer, the last and `due` for each date. */
export const queueKinds = [
  'open',
  'resolved',
  'withCitizen',
  'undecided',
  'offered',
  'unassigned',
  'assigned',
  'toAnswer',
  'followUp',
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
  /** The unit of the complaints: readers behind walls count theirs. */
  unitId: uuid('unit_id'),
  /** To be added up; may be negative. */
  count: integer('count').notNull(),
});

/** Changes that open screens have to show. NOTIFY in each commit would make writers wait for a server-wide lock. */
export const announcement = pgTable('announcement', {
  channel: text('channel').notNull(),
  payload: text('payload').notNull(),
  since: instant('since').notNull().defaultNow(),
});
