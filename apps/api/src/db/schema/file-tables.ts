import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { complaint } from './complaint-tables.ts';
import { feedback } from './feedback-tables.ts';
import { belongsTo, bytes, instant } from './columns.ts';

/** Uploaded files. Their bytes are in the file store under `storage_key`. */
export const file = pgTable('file', {
  id: uuid('id').primaryKey(),
  /** A random name: nothing that a person chose reaches the file store. */
  storageKey: text('storage_key').notNull(),
  fileName: text('file_name').notNull(),
  kind: text('kind').$type<'image' | 'video' | 'audio' | 'document'>().notNull(),
  contentType: text('content_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: bytes('sha256').notNull(),
  /** First page of a PDF as a WebP. */
  preview: bytes('preview'),
  position: integer('position').notNull().default(0),
  complaintId: uuid('complaint_id').references(() => complaint.id),
  /** The step of the complaint that it came with; null: it was filed with the complaint. */
  eventSeq: integer('event_seq'),
  feedbackId: uuid('feedback_id').references(() => feedback.id),
  accountId: uuid('account_id').references(() => account.id),
  createdAt: instant('created_at').notNull(),
});

/** Files that arrive in pieces, until something that is submitted names them. */
export const upload = pgTable('upload', {
  id: uuid('id').primaryKey(),
  citizenId: belongsTo('citizen_id', () => account.id, { onDelete: 'cascade' }),
  /** The name and type that the uploader gave it; of a guest no name. */
  fileName: text('file_name').notNull(),
  contentType: text('content_type').notNull(),
  length: bigint('length', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  /** Keys of the pieces in the file store, in order; none of one that was filed. */
  pieces: text('pieces').array().notNull().default([]),
  /** Keyed hash of what claimed it: the idempotency key, or the id of the request. */
  claimedBy: text('claimed_by'),
  /** How many requests of that submission are being handled. */
  claims: integer('claims').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
