import { bigint, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Mails that wait to be sent. A row goes once its mail is sent, or no longer true. */
export const mailOutbox = pgTable('mail_outbox', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Lower lanes are sent first. */
  lane: smallint('lane').notNull(),
  sealed: text('sealed').notNull(),
  /** The citizen it is for: erased with them. No reference, so that it holds no lock on the account. */
  citizenId: uuid('citizen_id'),
  complaintId: uuid('complaint_id'),
  notificationIds: uuid('notification_ids').array(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** While somebody sends it: when another may try. */
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
  /** Failures of this mail. Tries while the mail server was away do not count. */
  attempts: integer('attempts').notNull().default(0),
  lastErrorCode: text('last_error_code'),
});
