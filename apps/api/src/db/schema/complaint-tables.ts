import type { Outcome, State } from '@baraza/contract/complaint/lifecycle';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { bytes, instant, searchVector } from './columns.ts';
import { category, jurisdiction, mda } from './mda-tables.ts';

export const open = sql`state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen')`;
/**
 * The words of a complaint and, as one more word, the MDA that has it: an index brings both together, so that what an MDA looks for
 * is not looked for among all. Queries use this very expression.
 */
export function ownedWords(t: { search: AnyPgColumn; mdaId: AnyPgColumn }): SQL {
  return sql`(${t.search} || array_to_tsvector(array[${t.mdaId}::text]))`;
}

/** The MDA as that word. */
export const ownedBy = (mdaId: string | SQL): SQL => sql`quote_literal(${mdaId}::text)::tsquery`;

/** Sample data, among which there may be millions of real complaints. */
const demo = sql`demo`;
const unassigned = sql`assignee_id is null and ${open}`;
const reopened = sql`cycle > 1 and ${open}`;
const escalated = sql`escalated_at is not null and ${open}`;
const waiting = sql`state = 'awaiting_citizen'`;
const closed = sql`state in ('resolved', 'withdrawn', 'rejected', 'merged')`;

/**
 * Complaints whose clock rests or has stopped come last. Queries sort by this very expression, so that an index serves them.
 * Not `coalesce`: under row-level security PostgreSQL takes that for something that could tell of a row, and uses no index.
 */
export function dueOrNever(dueAt: AnyPgColumn): SQL {
  return sql`(case when ${dueAt} is null then 'infinity'::timestamptz else ${dueAt} end)`;
}

/** What an event may carry beside its words. */
export type EventDatum = string | number | null | readonly string[];

/** The present state of a complaint: a read model of its events. */
export const complaint = pgTable(
  'complaint',
  {
    id: uuid('id').primaryKey(),
    trackingId: text('tracking_id').notNull(),
    citizenId: uuid('citizen_id')
      .notNull()
      .references(() => account.id),
    mdaId: uuid('mda_id')
      .notNull()
      .references(() => mda.id),
    jurisdictionId: uuid('jurisdiction_id').references(() => jurisdiction.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => category.id),
    title: text('title').notNull(),
    /** Sanitised HTML. */
    description: text('description').notNull(),
    /** The same as plain text, for search, mails and CSV. */
    descriptionText: text('description_text').notNull(),
    location: text('location').notNull(),
    incidentDate: date('incident_date', { mode: 'string' }).notNull(),
    state: text('state').$type<State>().notNull(),
    cycle: integer('cycle').notNull().default(1),
    assigneeId: uuid('assignee_id').references(() => account.id),
    /** Counts the events: the optimistic lock, and the number of the newest event. */
    version: integer('version').notNull(),
    reply: text('reply'),
    repliedAt: instant('replied_at'),
    /** When it is due to be resolved; null while the clock rests or has stopped. */
    dueAt: instant('due_at'),
    /** The same for the two earlier clocks; null once they are met. */
    acknowledgeDueAt: instant('acknowledge_due_at'),
    replyDueAt: instant('reply_due_at'),
    /** How long the clock rests at most for an answer of the citizen. */
    pausedUntil: instant('rests_until'),
    /** When a reminder, an escalation or the end of a rest comes next; null when nothing does. */
    nextReminderAt: instant('next_alarm_at'),
    /** Since when the heads of the MDA know of it, in the present cycle. */
    escalatedAt: instant('escalated_at'),
    /** The MDA that a transfer is offered to. It may read the complaint as long as it has not answered. */
    offeredToMdaId: uuid('offered_to_mda_id').references(() => mda.id),
    /** The complaint that it is handled together with. */
    mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => complaint.id),
    /**
     * What reports measure, written by the trigger `complaint_measure`: when the MDA first answered, when it was resolved last,
     * and whether that was after it was due. Null for what has not happened; late is null as well where it was not known.
     */
    firstReplyAt: instant('first_reply_at'),
    resolvedAt: instant('resolved_at'),
    resolvedLate: boolean('resolved_late'),
    /** How it was resolved. */
    outcome: text('outcome').$type<Outcome>(),
    submittedAt: instant('submitted_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The members of staff from whom it is kept, since it is about them: no list, count, search or address shows it to them. */
    recusedStaff: uuid('kept_from')
      .array()
      .notNull()
      .default(sql`'{}'`),
    demo: boolean('demo').notNull().default(false),
    search: searchVector('search').generatedAlwaysAs(
      (): SQL => sql`to_tsvector('simple', tracking_id || ' ' || title || ' ' || location || ' ' || description_text)`,
    ),
  },
  (t) => [
    uniqueIndex('complaint_tracking_id').on(t.trackingId),
    // nullsFirst: Drizzle would otherwise write DESC NULLS LAST, which ORDER BY … DESC cannot use.
    index('complaint_citizen').on(t.citizenId, t.submittedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('complaint_citizen_state').on(t.citizenId, t.state),
    index('complaint_mda_state').on(t.mdaId, t.state, t.submittedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // The queues of the desk, and what they are narrowed to, each in the order of the due dates and in that of arrival. They
    // hold the open complaints alone, so that the closed ones of years do not slow them down.
    index('complaint_mda_due').on(t.mdaId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(open),
    index('complaint_mda_open').on(t.mdaId, t.submittedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(open),
    index('complaint_mda_state_due').on(t.mdaId, t.state, dueOrNever(t.dueAt), t.submittedAt, t.id).where(open),
    index('complaint_mda_assignee').on(t.mdaId, t.assigneeId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(open),
    index('complaint_mda_assignee_submitted').on(t.mdaId, t.assigneeId, t.submittedAt, t.id).where(open),
    // An index in whose middle nothing stands for nobody keeps no order behind it: they have their own.
    index('complaint_mda_unassigned').on(t.mdaId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(unassigned),
    index('complaint_mda_unassigned_submitted').on(t.mdaId, t.submittedAt, t.id).where(unassigned),
    index('complaint_mda_category').on(t.mdaId, t.categoryId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(open),
    index('complaint_mda_category_submitted').on(t.mdaId, t.categoryId, t.submittedAt, t.id).where(open),
    index('complaint_mda_jurisdiction')
      .on(t.mdaId, t.jurisdictionId, dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(open),
    index('complaint_mda_jurisdiction_submitted').on(t.mdaId, t.jurisdictionId, t.submittedAt, t.id).where(open),
    index('complaint_mda_reopened').on(t.mdaId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(reopened),
    index('complaint_mda_reopened_submitted').on(t.mdaId, t.submittedAt, t.id).where(reopened),
    index('complaint_escalated').on(t.mdaId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(escalated),
    index('complaint_escalated_submitted').on(t.mdaId, t.submittedAt, t.id).where(escalated),
    // Filters of a queue that stands behind most others in an order, or holds none of what is looked for. A jurisdiction and an
    // officer are of one MDA: what is narrowed to them serves oversight too.
    index('complaint_mda_waiting_category')
      .on(t.mdaId, t.categoryId, dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(waiting),
    index('complaint_waiting_jurisdiction')
      .on(t.jurisdictionId, dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(waiting),
    index('complaint_waiting_assignee').on(t.assigneeId, dueOrNever(t.dueAt), t.submittedAt, t.id).where(waiting),
    index('complaint_escalated_jurisdiction')
      .on(t.jurisdictionId, dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(escalated),
    index('complaint_escalated_jurisdiction_submitted').on(t.jurisdictionId, t.submittedAt, t.id).where(escalated),
    index('complaint_mda_closed_category').on(t.mdaId, t.categoryId, t.state, t.submittedAt, t.id).where(closed),
    index('complaint_closed_jurisdiction').on(t.jurisdictionId, t.state, t.submittedAt, t.id).where(closed),
    // The same for oversight, which reads all MDAs.
    index('complaint_waiting').on(dueOrNever(t.dueAt), t.submittedAt, t.id).where(waiting),
    index('complaint_waiting_submitted').on(t.submittedAt, t.id).where(waiting),
    index('complaint_all_escalated').on(dueOrNever(t.dueAt), t.submittedAt, t.id).where(escalated),
    index('complaint_all_escalated_submitted').on(t.submittedAt, t.id).where(escalated),
    index('complaint_closed').on(t.state, t.submittedAt, t.id).where(closed),
    index('complaint_due').on(dueOrNever(t.dueAt), t.submittedAt, t.id).where(open),
    index('complaint_open').on(t.submittedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(open),
    // A report of an MDA reads a span of time, whatever became of the complaints.
    index('complaint_mda_submitted').on(t.mdaId, t.submittedAt, t.id),
    index('complaint_submitted').on(t.submittedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('complaint_tracking_tail').on(sql`reverse(tracking_id) text_pattern_ops`),
    index('complaint_offered')
      .on(t.offeredToMdaId, dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(sql`offered_to_mda_id is not null`),
    index('complaint_offered_submitted')
      .on(t.offeredToMdaId, t.submittedAt, t.id)
      .where(sql`offered_to_mda_id is not null`),
    index('complaint_undecided')
      .on(dueOrNever(t.dueAt), t.submittedAt, t.id)
      .where(sql`state = 'transfer_undecided'`),
    index('complaint_merged')
      .on(t.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    // For the job that reminds: what is due next comes first.
    index('complaint_alarm')
      .on(t.nextReminderAt, t.id)
      .where(sql`next_alarm_at is not null`),
    index('complaint_words').using('gin', ownedWords(t)),
    index('complaint_demo').on(t.id).where(demo),
    check(
      'complaint_state',
      sql`state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'resolved', 'withdrawn', 'rejected', 'merged')`,
    ),
  ],
);

/**
 * The same as `complaint.recusedStaff`, the way from a person to what is kept from them: the trigger `complaint_kept_from` writes it. Queues
 * are counted without these complaints, and the audit trail is read without them. Lists go by the column.
 */
export const recusal = pgTable(
  'kept_from',
  {
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.complaintId] }), index('kept_from_complaint').on(t.complaintId)],
);

/**
 * The history, append-only. `hash` covers the event and the hash of the event before it; the words are
 * covered through `content_digest`, salted, so that erasing them leaves the chain valid.
 */
export const complaintEvent = pgTable(
  'complaint_event',
  {
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    seq: integer('seq').notNull(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    fromState: text('from_state').$type<State>(),
    toState: text('to_state').$type<State>().notNull(),
    cycle: integer('cycle').notNull(),
    actorKind: text('actor_kind').$type<'citizen' | 'officer' | 'system'>().notNull(),
    /** Of staff alone: who the citizen is stands in the complaint. */
    actorId: uuid('actor_id').references(() => account.id),
    visibility: text('visibility').$type<'public' | 'internal'>().notNull(),
    text: text('text'),
    reason: text('reason'),
    /** What else the action carried, such as `{assignee}`. */
    data: jsonb('data').$type<Record<string, EventDatum>>(),
    salt: bytes('salt'),
    contentDigest: bytes('content_digest').notNull(),
    prevHash: bytes('prev_hash'),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.complaintId, t.seq] }), index('complaint_event_actor').on(t.actorId)],
);

export const survey = pgTable(
  'survey',
  {
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    cycle: integer('cycle').notNull(),
    citizenId: uuid('citizen_id')
      .notNull()
      .references(() => account.id),
    rating: smallint('rating').notNull(),
    description: text('description').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.complaintId, t.cycle] }), check('survey_rating', sql`rating between 1 and 5`)],
);

/** A request that must not happen twice: the same key of the same citizen gives the same complaint, or the same feedback. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    citizenId: uuid('citizen_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the fields and files, so that a key used for something else is told apart. */
    requestDigest: bytes('request_digest').notNull(),
    /** What it led to: one of the two. */
    complaintId: uuid('complaint_id'),
    feedbackId: uuid('feedback_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.citizenId, t.key] }),
    index('idempotency_key_age').on(t.createdAt),
    check('idempotency_key_one', sql`num_nonnulls(complaint_id, feedback_id) = 1`),
  ],
);

/** A stored file. Its bytes lie in the file store under `storage_key`; no name of a person's choosing reaches it. */
export const file = pgTable(
  'file',
  {
    id: uuid('id').primaryKey(),
    storageKey: text('storage_key').notNull(),
    fileName: text('file_name').notNull(),
    kind: text('kind').$type<'image' | 'video' | 'audio'>().notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: bytes('sha256').notNull(),
    position: integer('position').notNull().default(0),
    complaintId: uuid('complaint_id').references(() => complaint.id),
    feedbackId: uuid('feedback_id').references(() => feedback.id),
    /** Whoever sent it; null for logos. */
    accountId: uuid('account_id').references(() => account.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('file_storage_key').on(t.storageKey),
    index('file_complaint').on(t.complaintId),
    index('file_feedback').on(t.feedbackId),
    index('file_account').on(t.accountId),
  ],
);

export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    trackingId: text('tracking_id').notNull(),
    citizenId: uuid('citizen_id')
      .notNull()
      .references(() => account.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => category.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    descriptionText: text('description_text').notNull(),
    status: text('status').$type<'Pending' | 'Replied'>().notNull(),
    reply: text('reply'),
    replierId: uuid('replier_id').references(() => account.id),
    repliedAt: instant('replied_at'),
    createdAt: instant('created_at').notNull(),
    demo: boolean('demo').notNull().default(false),
    /** A column, since behind row-level security no index of an expression would serve. */
    search: searchVector('search').generatedAlwaysAs(
      (): SQL => sql`to_tsvector('simple', title || ' ' || description_text)`,
    ),
  },
  (t) => [
    uniqueIndex('feedback_tracking_id').on(t.trackingId),
    index('feedback_citizen').on(t.citizenId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // The desk reads the feedback of everybody, often what waits alone.
    index('feedback_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_search').using('gin', t.search),
    index('feedback_tracking_tail').on(sql`reverse(tracking_id) text_pattern_ops`),
    index('feedback_status').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_category').on(t.categoryId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feedback_demo').on(t.id).where(demo),
  ],
);

/** Who asks to see the full name and the contact data behind a complaint, until a second person decides. */
export const identityRequest = pgTable(
  'identity_request',
  {
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => account.id),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.complaintId, t.askedBy] }), index('identity_request_asked_by').on(t.askedBy)],
);

export const notification = pgTable(
  'notification',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaint.id),
    title: text('title').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
    /** The order in which they became visible to their account: what a reader of the live stream has seen last. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (t) => [
    index('notification_seq').on(t.accountId, t.seq),
    index('notification_account').on(t.accountId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notification_unread')
      .on(t.accountId, t.complaintId)
      .where(sql`read_at is null`),
  ],
);
