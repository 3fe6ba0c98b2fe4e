import type { SavedReplyStep } from '@baraza/contract/saved-reply/saved-reply';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { changes, instant } from './columns.ts';

export const mda = pgTable(
  'mda',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    logoId: uuid('logo_id'),
    jurisdictionAllowed: boolean('jurisdiction_allowed').notNull().default(false),
    active: boolean('active').notNull().default(true),
    /** Sample data, removable as one. */
    demo: boolean('demo').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    version: changes(),
  },
  (t) => [uniqueIndex('mda_name').on(t.name)],
);

export const jurisdiction = pgTable(
  'jurisdiction',
  {
    id: uuid('id').primaryKey(),
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    version: changes(),
  },
  (t) => [uniqueIndex('jurisdiction_name').on(t.mdaId, t.name)],
);

/** The contacts that Customer Support shows. */
export const committeeMember = pgTable(
  'committee_member',
  {
    id: uuid('id').primaryKey(),
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    position: integer('position').notNull().default(0),
    version: changes(),
  },
  (t) => [index('committee_member_mda').on(t.mdaId)],
);

export const category = pgTable(
  'category',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'complaint' | 'feedback'>().notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
    version: changes(),
  },
  (t) => [uniqueIndex('category_name').on(t.kind, t.name)],
);

/** What officers of an MDA say often, written once by their supervisor. */
export const savedReply = pgTable(
  'saved_reply',
  {
    id: uuid('id').primaryKey(),
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    title: text('title').notNull(),
    text: text('text').notNull(),
    step: text('step').$type<SavedReplyStep>().notNull(),
    /** Null: for complaints of every category. */
    categoryId: uuid('category_id').references(() => category.id),
    updatedAt: instant('updated_at').notNull(),
    version: changes(),
  },
  (t) => [
    uniqueIndex('saved_reply_title').on(t.mdaId, t.title),
    check('saved_reply_step', sql`step in ('reply', 'ask', 'resolve', 'reject')`),
  ],
);

/**
 * Volumes of an MDA by the month of submission. Each write goes to one of a few shards by chance, so that
 * no row makes writers queue; a reader adds the shards up.
 */
export const mdaMonthlyStats = pgTable(
  'mda_counter',
  {
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    shard: smallint('shard').notNull(),
    total: integer('total').notNull().default(0),
    resolved: integer('resolved').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.mdaId, t.month, t.shard] })],
);
