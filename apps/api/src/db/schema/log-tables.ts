import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Where an event of the log is kept. */
export type LogSource = 'complaint' | 'feedback' | 'audit' | 'tombstone';

const reference = () => ({
  source: text('source').$type<LogSource>().notNull(),
  /** The complaint, feedback, audit entry or tombstone. */
  subject: uuid('subject').notNull(),
  /** Number of the event of a complaint or feedback; otherwise 0. */
  seq: integer('seq').notNull(),
  /** Digest of the event. */
  entry: bytes('entry').notNull(),
});

/** Committed events that wait for their place in the log; triggers of the event tables write them. */
export const logPending = pgTable('log_pending', {
  ...reference(),
  since: instant('since').notNull().defaultNow(),
  /** Those of one complaint enter the log in this order: each is drawn while its row is locked. */
  place: bigint('place', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
});

/** The log: digests of events in their order, which is published and never changes. */
export const logEntry = pgTable('log_entry', {
  /** Place in the log, from 0 without gaps. */
  index: bigint('index', { mode: 'number' }).primaryKey(),
  ...reference(),
  seal: bytes('seal').notNull(),
});

/** Hashes of full tiles: one of level n covers 256 of level n − 1; level 0 are the entries. */
export const logNode = pgTable('log_node', {
  level: smallint('level').notNull(),
  index: bigint('index', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
});

/** Public keys that the log was signed with, so that older checkpoints stay checkable. */
export const logKey = pgTable('log_key', {
  verifierKey: text('verifier_key').primaryKey(),
  firstIndex: bigint('first_index', { mode: 'number' }).notNull(),
  since: instant('since').notNull(),
  statement: text('statement'),
});

/** One row: the newest signed checkpoint, and the newest that was published. */
export const logCheckpoint = pgTable('log_checkpoint', {
  singleton: boolean('singleton').primaryKey().default(true),
  note: text('note').notNull(),
  at: instant('at').notNull(),
  published: text('published'),
  publishedAt: instant('published_at'),
  /** When the log last went back, as by a restore: a part of its name since then. */
  wentBackAt: instant('went_back_at'),
  alteredAt: instant('altered_at'),
});

/** The first published checkpoint of each size: a later receipt is the same as the first. */
export const logPublished = pgTable('log_published', {
  size: bigint('size', { mode: 'number' }).primaryKey(),
  published: text('published').notNull(),
});

/** Newest replies of the witnesses named in WITNESSES. */
export const logWitness = pgTable('log_witness', {
  verifierKey: text('verifier_key').primaryKey(),
  since: instant('since').notNull(),
  /** Size of the log when it last agreed. */
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  agreedAt: instant('agreed_at'),
  refusal: text('refusal'),
  alarmedAt: instant('alarmed_at'),
});

/** Deliberate erasures and removals. Each is an event of the log itself, which so distinguishes erasure from tampering. */
export const logTombstone = pgTable('log_tombstone', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  source: text('source').$type<LogSource>().notNull(),
  subject: uuid('subject'),
  /** The event whose words are erased; null: all events of the subject. */
  seq: integer('seq'),
  /** Every event of the source before this place in the log is removed. */
  below: bigint('below', { mode: 'number' }),
  digest: bytes('digest').notNull(),
});
