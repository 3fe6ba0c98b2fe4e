import type { StaffEmailKind } from '@baraza/contract';
import type { Action } from '@baraza/contract/complaint/lifecycle';
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { complaint } from './complaint-tables.ts';
import { belongsTo, instant } from './columns.ts';
import { knownIssue } from './known-issue-tables.ts';

/** A citizen's notification: about a step of a complaint, or news of a known issue. */
export type PublicAction = 'submit' | 'issueUpdate' | 'issueSolved' | Action;

/** Notifications: those of citizens have words, those of staff a kind. */
export const notification = pgTable('notification', {
  id: uuid('id').primaryKey(),
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  /** The complaint it is about; either this or `known_issue_id` is set. */
  complaintId: uuid('complaint_id').references(() => complaint.id),
  knownIssueId: uuid('known_issue_id').references(() => knownIssue.id, { onDelete: 'cascade' }),
  title: text('title'),
  body: text('body'),
  action: text('action').$type<PublicAction>(),
  office: text('office'),
  kind: text('kind').$type<StaffEmailKind>(),
  /** To staff: position of the event it tells of. */
  step: integer('step'),
  createdAt: instant('created_at').notNull(),
  readAt: instant('read_at'),
  /** To staff: when it was put into a mail. */
  mailedAt: instant('mailed_at'),
  /** Order of writing: those of one moment too have a first and a last. */
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
