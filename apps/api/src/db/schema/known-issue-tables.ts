import type { KnownIssue } from '@baraza/contract/known-issue/known-issue';
import { boolean, date, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { area } from './area-tables.ts';
import { belongsTo, changes, instant } from './columns.ts';
import { complaint } from './complaint-tables.ts';
import { category, mda } from './mda-tables.ts';

/** Issues reported by several people, as an MDA published them. */
export const knownIssue = pgTable('known_issue', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  title: text('title').notNull(),
  text: text('text').notNull(),
  ownerId: belongsTo('owner_id', () => account.id),
  promisedDate: date('promised_date', { mode: 'string' }),
  areaCode: text('area_code').references(() => area.code),
  state: text('state').$type<KnownIssue['state']>().notNull().default('open'),
  createdAt: instant('created_at').notNull(),
  closedAt: instant('closed_at'),
  version: changes(),
});

/** Days on which far more complaints of a category came in than usual. */
export const burst = pgTable('burst', {
  mdaId: belongsTo('mda_id', () => mda.id),
  categoryId: belongsTo('category_id', () => category.id),
  /** Null for anywhere. */
  areaCode: text('area_code').references(() => area.code),
  day: date('day', { mode: 'string' }).notNull(),
  usual: real('usual').notNull(),
});

/** Public news of a known issue. */
export const knownIssueUpdate = pgTable('known_issue_update', {
  id: uuid('id').primaryKey(),
  knownIssueId: belongsTo('known_issue_id', () => knownIssue.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  solved: boolean('solved').notNull(),
  at: instant('at').notNull(),
  authorId: belongsTo('author_id', () => account.id),
  /** The last follower who was notified; they are notified in the order of their ids. */
  notifiedTo: uuid('notified_to'),
});

/** Citizens who get the updates: those who follow it, and those whose complaint was gathered. */
export const knownIssueFollower = pgTable('known_issue_follower', {
  knownIssueId: belongsTo('known_issue_id', () => knownIssue.id, { onDelete: 'cascade' }),
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  since: instant('since').notNull(),
});

/** Complaints that were gathered into a known issue. */
export const knownIssueComplaint = pgTable('known_issue_complaint', {
  complaintId: belongsTo('complaint_id', () => complaint.id, { onDelete: 'cascade' }).primaryKey(),
  knownIssueId: belongsTo('known_issue_id', () => knownIssue.id, { onDelete: 'cascade' }),
});
