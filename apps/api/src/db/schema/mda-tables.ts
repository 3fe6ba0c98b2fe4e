import type { CustomFieldType, FieldOption } from '@baraza/contract/complaint/custom-field';
import type { LocalNames } from '@baraza/contract/core/local-name';
import type { IdentityAccess } from '@baraza/contract/complaint/identity';
import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import type { Weekend } from '@baraza/contract/mda/mda-desk';
import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, changes, instant } from './columns.ts';

/** Names in other languages. */
const localNames = () => jsonb('names').$type<LocalNames>().notNull().default({});

/** Ministries, departments and agencies: the offices that handle complaints. */
export const mda = pgTable('mda', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  names: localNames(),
  /** The logo, a row of `file`; not a foreign key, since `file` refers to tables that refer to `mda`. */
  logoId: uuid('logo_id'),
  jurisdictionAllowed: boolean('jurisdiction_allowed').notNull().default(false),
  identityAccess: text('identity_access').$type<IdentityAccess>().notNull().default('assigned'),
  active: boolean('active').notNull().default(true),
  /** Null: that of the installation. */
  weekend: text('weekend').$type<Weekend>(),
  demo: boolean('demo').notNull().default(false),
  /** Newest version in `rule_list`; 0: it has no rules. */
  rulesVersion: integer('rules_version').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  version: changes(),
});

/** Regional or thematic branches of an MDA. */
export const jurisdiction = pgTable('jurisdiction', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  name: text('name').notNull(),
  names: localNames(),
  active: boolean('active').notNull().default(true),
  version: changes(),
});

/** Branches and teams of an MDA, by which it shares out its complaints. */
export const unit = pgTable('unit', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  name: text('name').notNull(),
  /** Whether its officers see the complaints of their own units only. */
  walled: boolean('walled').notNull().default(false),
  active: boolean('active').notNull().default(true),
  version: changes(),
});

/** Contacts of an MDA on the page Customer Support. */
export const committeeMember = pgTable('committee_member', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  email: text('email').notNull(),
  position: integer('position').notNull().default(0),
  version: changes(),
});

/** Categories of complaints and of feedback. */
export const category = pgTable('category', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<'complaint' | 'feedback'>().notNull(),
  name: text('name').notNull(),
  names: localNames(),
  position: integer('position').notNull().default(0),
  active: boolean('active').notNull().default(true),
  version: changes(),
});

/** Fields that an MDA adds to complaints of a category. */
export const customField = pgTable('custom_field', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  categoryId: belongsTo('category_id', () => category.id),
  name: text('name').notNull(),
  type: text('type').$type<CustomFieldType>().notNull(),
  options: jsonb('options').$type<FieldOption[]>().notNull().default([]),
  personal: boolean('personal').notNull(),
  /** Whether citizens are asked for it. */
  asked: boolean('asked').notNull(),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull(),
  version: changes(),
});

/** Complaints of an MDA by month of submission: the sum over its rows. A trigger adds rows; a job compacts them. */
export const mdaMonthlyStats = pgTable('mda_monthly_stats', {
  mdaId: uuid('mda_id').notNull(),
  month: date('month', { mode: 'string' }).notNull(),
  /** Complaints submitted in the month, without duplicates; may be negative. */
  total: integer('total').notNull(),
  resolved: integer('resolved').notNull(),
});

/** The public numbers of each month, rounded, with the names of then; never changed. */
export const publicNumbers = pgTable('public_numbers', {
  month: text('month').primaryKey(),
  numbers: jsonb('numbers').$type<MonthNumbers>().notNull(),
  demo: boolean('demo').notNull(),
});

/** Days that are no working days, at one MDA or, without one, everywhere. */
export const holiday = pgTable('holiday', {
  id: uuid('id').primaryKey(),
  mdaId: uuid('mda_id').references(() => mda.id),
  day: date('day', { mode: 'string' }).notNull(),
  name: text('name').notNull(),
});

/** SLA targets of an MDA in working days: for one category or, without one, for all others. */
export const slaTarget = pgTable('sla_target', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  categoryId: uuid('category_id').references(() => category.id),
  isEmergency: boolean('is_emergency').notNull().default(false),
  acknowledge: integer('acknowledge').notNull(),
  reply: integer('reply').notNull(),
  resolve: integer('resolve').notNull(),
  version: changes(),
});
