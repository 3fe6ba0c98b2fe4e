import type { Language } from '@baraza/contract/core/language';
import {
  openStates,
  type Outcome,
  type Priority,
  type RecusalCause,
  type State,
} from '@baraza/contract/complaint/lifecycle';
import type { BulkAction } from '@baraza/contract/complaint/bulk';
import type { Filter, RecordKind } from '@baraza/contract/complaint/filter';
import type { Source } from '@baraza/contract/complaint/state';
import type { ReplyTexts, SavedActions, SavedReplyStep } from '@baraza/contract/complaint/saved-reply';
import type { SavedView } from '@baraza/contract/complaint/saved-view';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from './account-tables.ts';
import { area } from './area-tables.ts';
import { belongsTo, bytes, changes, instant, searchVector } from './columns.ts';
import { category, jurisdiction, mda, unit } from './mda-tables.ts';

/** Columns with a citizen's own words in plain text: searched for mentioned staff, redacted on erasure. */
export const citizenTexts = ['title', 'descriptionText', 'location'] as const;

/** Open states as SQL. No parameters: PostgreSQL uses an index of open complaints only where it reads these very words. */
export const openNames = sql.raw(openStates.map((state) => `'${state}'`).join(', '));
export const open = sql`state in (${openNames})`;

/** Full-text vector of a complaint, with its MDA as a word. Its index repeats the expression: change both, in a migration. */
export function ownedWords(t: Record<'search' | 'conversation' | 'notes' | 'mdaId', AnyPgColumn>): SQL {
  return sql`(${t.search} || ${t.conversation} || ${t.notes} || array_to_tsvector(array[${t.mdaId}::text]))`;
}

/** Text-search query for the MDA word of `ownedWords`. */
export const ownedBy = (mdaId: string | SQL): SQL => sql`quote_literal(${mdaId}::text)::tsquery`;

/** Sort key of queues, as their indexes repeat it exactly; `coalesce` is not leakproof, so that no index would serve it. */
export function dueOrNever(dueAt: AnyPgColumn): SQL {
  return sql`(case when ${dueAt} is null then 'infinity'::timestamptz else ${dueAt} end)`;
}

/** A value in the `data` of an event. */
export type EventDatum = string | number | null | readonly string[];

/** Values of custom fields by id: an option's id, a day, a number or a text. */
export type CustomValues = Readonly<Record<string, string | number>>;

/** The present state of each complaint: a read model of its events. */
export const complaint = pgTable('complaint', {
  id: uuid('id').primaryKey(),
  trackingId: text('tracking_id').notNull(),
  citizenId: belongsTo('citizen_id', () => account.id),
  mdaId: belongsTo('mda_id', () => mda.id),
  jurisdictionId: uuid('jurisdiction_id').references(() => jurisdiction.id),
  categoryId: belongsTo('category_id', () => category.id),
  title: text('title').notNull(),
  /** Sanitised HTML. */
  description: text('description').notNull(),
  descriptionText: text('description_text').notNull(),
  areaCode: text('area_code').references(() => area.code),
  lat: doublePrecision('lat'),
  lon: doublePrecision('lon'),
  accuracy: integer('accuracy'),
  location: text('location').notNull(),
  incidentDate: date('incident_date', { mode: 'string' }).notNull(),
  identity: text('identity').$type<IdentityLevel>().notNull().default('named'),
  source: text('source').$type<Source>().notNull().default('portal'),
  /** The centre that filed it. It reads it until the citizen changes the receipt code. */
  centre: text('centre'),
  callPhone: text('call_phone'),
  state: text('state').$type<State>().notNull(),
  /** 1, and one more with each reopening. */
  cycle: integer('cycle').notNull().default(1),
  assigneeId: uuid('assignee_id').references(() => account.id),
  /** Number of the newest event; also the optimistic lock. */
  version: integer('version').notNull(),
  reply: text('reply'),
  repliedAt: instant('replied_at'),
  /** The earliest of the three below: queues and lists go by the next timer. */
  dueAt: instant('due_at'),
  /** When it is due to be resolved; null while the SLA timer is paused or stopped. */
  resolveDueAt: instant('resolve_due_at'),
  acknowledgeDueAt: instant('acknowledge_due_at'),
  replyDueAt: instant('reply_due_at'),
  /** Latest end of the pause of the SLA timers while the citizen is asked. */
  pausedUntil: instant('paused_until'),
  /** When the next reminder, escalation or end of a pause is due; null when nothing is. */
  nextReminderAt: instant('next_reminder_at'),
  escalatedAt: instant('escalated_at'),
  /** Since when words of the citizen wait for an answer; not for filing. */
  citizenWroteAt: instant('citizen_wrote_at'),
  /** The MDA that a transfer is offered to; it may read the complaint until it answers. */
  offeredToMdaId: uuid('offered_to_mda_id').references(() => mda.id),
  rejectionProposedBy: uuid('rejection_proposed_by').references(() => account.id),
  mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => complaint.id),
  acknowledgedAt: instant('acknowledged_at'),
  acknowledgedLate: boolean('acknowledged_late'),
  firstReplyAt: instant('first_reply_at'),
  firstReplyLate: boolean('first_reply_late'),
  resolvedAt: instant('resolved_at'),
  resolvedLate: boolean('resolved_late'),
  /** The member of staff behind each resolution, in order. A cycle that ended with a rejection adds none. */
  resolvers: uuid('resolvers').array().notNull().default([]),
  outcome: text('outcome').$type<Outcome>(),
  confirmedAt: instant('confirmed_at'),
  submittedAt: instant('submitted_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  recusedStaff: uuid('recused_staff').array().notNull().default([]),
  priority: text('priority').$type<Priority>().notNull().default('normal'),
  /** Words of the MDA that has it. */
  tags: text('tags').array().notNull().default([]),
  followUpOn: date('follow_up_on', { mode: 'string' }),
  /** The unit of the MDA that works on it. */
  unitId: uuid('unit_id').references(() => unit.id),
  /** Values by the id of their custom field. */
  customFields: jsonb('custom_fields').$type<CustomValues>().notNull().default({}),
  demo: boolean('demo').notNull().default(false),
  /** Up to this event an import wrote its history, which no webhook tells. */
  importedVersion: integer('imported_version'),
  search: searchVector('search').generatedAlwaysAs(
    (): SQL => sql`search_words(title || ' ' || location || ' ' || description_text)`,
  ),
  conversation: searchVector('conversation').notNull().default(''),
  notes: searchVector('notes').notNull().default(''),
});

/** Recusals: since when and why a member of staff does not see a complaint. Lists go by `complaint.recusedStaff`. */
export const recusal = pgTable('recusal', {
  complaintId: belongsTo('complaint_id', () => complaint.id, { onDelete: 'cascade' }),
  accountId: uuid('account_id').notNull(),
  since: instant('since').notNull(),
  why: text('why').$type<RecusalCause>().notNull(),
  /** The person who recused them or confirmed that the complaint is about them; null while a mention is undecided. */
  decidedBy: uuid('decided_by'),
  reason: text('reason'),
});

/** The append-only history of each complaint; the log holds the digest of each event. */
export const complaintEvent = pgTable('complaint_event', {
  complaintId: belongsTo('complaint_id', () => complaint.id),
  /** Position in the history of the complaint, from 1. */
  seq: integer('seq').notNull(),
  at: instant('at').notNull(),
  action: text('action').notNull(),
  fromState: text('from_state').$type<State>(),
  toState: text('to_state').$type<State>().notNull(),
  cycle: integer('cycle').notNull(),
  actorKind: text('actor_kind').$type<'citizen' | 'officer' | 'system'>().notNull(),
  /** The member of staff who acted; who the citizen is, the complaint says. */
  actorId: uuid('actor_id').references(() => account.id),
  /** `public` events are shown to the citizen. */
  visibility: text('visibility').$type<'public' | 'internal'>().notNull(),
  text: text('text'),
  reason: text('reason'),
  language: text('language').$type<Language>(),
  data: jsonb('data').$type<Record<string, EventDatum>>(),
  salt: bytes('salt'),
  /** Salted digest of the text: erasing it leaves digest and log valid. */
  contentDigest: bytes('content_digest').notNull(),
  digest: bytes('digest').notNull(),
});

/** Complaints received, resolved or late by officer, for reports. A trigger adds rows. */
export const officerRecord = pgTable('officer_record', {
  complaintId: belongsTo('complaint_id', () => complaint.id, { onDelete: 'cascade' }),
  /** The MDA that had the complaint then. */
  mdaId: uuid('mda_id').notNull(),
  /** Null where nobody had it. */
  accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<RecordKind>().notNull(),
  at: instant('at').notNull(),
});

/** Ratings of resolved complaints by their citizens, one in each cycle. */
export const survey = pgTable('survey', {
  complaintId: belongsTo('complaint_id', () => complaint.id),
  cycle: integer('cycle').notNull(),
  citizenId: belongsTo('citizen_id', () => account.id),
  rating: smallint('rating').notNull(),
  description: text('description').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Calls that must not happen twice: a repeated key of a person or program returns the first result. */
export const idempotencyKey = pgTable('idempotency_key', {
  citizenId: belongsTo('citizen_id', () => account.id, { onDelete: 'cascade' }),
  /** Keyed hash; the receipt code is derived from the key itself. */
  key: text('key').notNull(),
  requestDigest: bytes('request_digest').notNull(),
  complaintId: uuid('complaint_id'),
  feedbackId: uuid('feedback_id'),
  /** Sealed reply of any other call, for a day; null where a repeat reads anew or is refused. */
  reply: text('reply'),
  createdAt: instant('created_at').notNull(),
});

/** Requests to see a citizen's full name and contact data. A second person decides them. */
export const identityRequest = pgTable('identity_request', {
  complaintId: belongsTo('complaint_id', () => complaint.id),
  requestedBy: belongsTo('requested_by', () => account.id),
  requestedAt: instant('requested_at').notNull(),
});

/** The latest action of a member of staff on many complaints. */
export const bulkRun = pgTable('bulk_run', {
  id: uuid('id').primaryKey(),
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  action: text('action').$type<BulkAction>().notNull(),
  beginsAt: instant('begins_at').notNull(),
  stoppedAt: instant('stopped_at'),
  finishedAt: instant('finished_at'),
});

/** Complaints of a run, with what became of each. */
export const bulkRunItem = pgTable('bulk_run_item', {
  runId: belongsTo('run_id', () => bulkRun.id, { onDelete: 'cascade' }),
  /** As the caller named it, whether or not there is one. */
  complaintId: uuid('complaint_id').notNull(),
  /** The MDA of the caller. */
  mdaId: belongsTo('mda_id', () => mda.id, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  /** The version of the complaint that the caller saw. */
  version: integer('version').notNull(),
  done: boolean('done'),
  error: text('error'),
});

/** Filters and order of a list; without an owner the MDA keeps them. */
export const savedView = pgTable('saved_view', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id, { onDelete: 'cascade' }),
  ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  queue: text('queue').notNull(),
  filter: jsonb('filter').$type<Filter>().notNull(),
  sort: text('sort').$type<SavedView['sort']>(),
  pinned: boolean('pinned').notNull(),
  version: changes(),
});

/** Saved replies of a person or, without an owner, of an MDA. */
export const savedReply = pgTable('saved_reply', {
  id: uuid('id').primaryKey(),
  mdaId: belongsTo('mda_id', () => mda.id),
  ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'cascade' }),
  title: text('title').notNull(),
  text: text('text').notNull(),
  texts: jsonb('texts').$type<ReplyTexts>().notNull().default({}),
  actions: jsonb('actions').$type<SavedActions>().notNull().default({}),
  step: text('step').$type<SavedReplyStep>().notNull(),
  /** Null for complaints of every category. */
  categoryId: uuid('category_id').references(() => category.id),
  updatedAt: instant('updated_at').notNull(),
  version: changes(),
});
