import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { bytes, instant } from './columns.ts';

/** Messages that arrived by a channel. Gateways send the same one again. */
export const inboundMessage = pgTable('inbound_message', {
  id: uuid('id').primaryKey(),
  channel: text('channel').notNull(),
  /** Keyed hash of the id that the gateway gave it. */
  externalId: text('external_id').notNull(),
  numberHash: bytes('number_hash').notNull(),
  /** The complaint that a mail answers. */
  complaintId: uuid('complaint_id'),
  /** Number and words; a whole mail until it is handled. */
  sealed: text('sealed').notNull(),
  /** When it was written, by the gateway’s clock. */
  at: instant('at').notNull(),
  receivedAt: instant('received_at').notNull(),
  /** Null while it waits. */
  handledAt: instant('handled_at'),
  sealedReply: text('sealed_reply'),
});

/** Where the dialogue with a number stands. */
export const channelDialogue = pgTable('channel_dialogue', {
  channel: text('channel').notNull(),
  numberHash: bytes('number_hash').notNull(),
  sealed: text('sealed'),
  updatedAt: instant('updated_at').notNull(),
});

/** The number from which a guest filed. */
export const channelContact = pgTable('channel_contact', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  channel: text('channel').notNull(),
  numberHash: bytes('number_hash').notNull(),
  /** Number, and the key of the filing. */
  sealed: text('sealed').notNull(),
  /** Whether they ended messages by STOP. */
  stopped: boolean('stopped').notNull().default(false),
});

/** Delivery of each SMS, and of each mail to a citizen about their complaint. */
export const delivery = pgTable('delivery', {
  id: uuid('id').primaryKey(),
  channel: text('channel').notNull(),
  citizenId: uuid('citizen_id'),
  complaintId: uuid('complaint_id'),
  /** Steps of the complaint that it tells. */
  steps: integer('steps').array().notNull().default([]),
  /** Keyed hash of what the gateway calls it. */
  externalId: text('external_id'),
  state: text('state').$type<DeliveryState>().notNull(),
  why: text('why'),
  at: instant('at').notNull(),
});

export type DeliveryState = 'queued' | 'sent' | 'failed' | 'delivered' | 'read';
