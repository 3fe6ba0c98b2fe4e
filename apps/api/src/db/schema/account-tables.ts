import type {
  AccessAction,
  IdentityAccess,
  Language,
  MailTime,
  EmailTopic,
  NewsWay,
  ProgramScope,
  Role,
  Rule,
  StaffRole,
} from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, changes, instant } from './columns.ts';
import { mda, unit } from './mda-tables.ts';

/** Full-text vector of a person's name. Queries repeat this expression exactly, so that the index serves them. */
export function nameWords(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`search_words(${t.firstName} || ' ' || ${t.lastName})`;
}

/** Full-text vector of what staff see of a citizen's name: first name and initial. */
export function shownNameWords(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`search_words(${t.firstName} || ' ' || left(ltrim(${t.lastName}), 1))`;
}

/** Citizens and staff: the only table with personal data, apart from what people write and upload. */
export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  role: text('role').$type<Role>().notNull(),
  /** Lower case. One citizen and one member of staff may share an address. Who registered by telephone has a placeholder. */
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone'),
  /** When a code last confirmed `phone`, or a registration named it; null without log-in by number. */
  phoneUsedAt: instant('phone_used_at'),
  passwordHash: text('password_hash'),
  /** HMAC of the receipt code that opens the one complaint of this guest; null for everybody with an account. */
  receiptHash: bytes('receipt_hash'),
  /** SHA-256 of issuer and subject of the sign-in provider that staff use. */
  subjectHash: bytes('subject_hash'),
  /** The profile picture, a row of `file`; not a foreign key, since `file` refers to `account`. */
  photoId: uuid('photo_id'),
  mdaId: uuid('mda_id').references(() => mda.id),
  emailVerifiedAt: instant('email_verified_at'),
  /** A new e-mail, or log-in number; it replaces the present one once its code is entered. */
  pendingEmail: text('pending_email'),
  disabledAt: instant('disabled_at'),
  mfaAt: instant('mfa_at'),
  awayUntil: date('away_until', { mode: 'string' }),
  deputyId: uuid('deputy_id').references((): AnyPgColumn => account.id, { onDelete: 'set null' }),
  mailTimes: jsonb('mail_times').$type<Partial<Record<EmailTopic, MailTime>>>().notNull().default({}),
  /** The Monday of the last summary that was mailed to them. */
  summaryOn: date('summary_on', { mode: 'string' }),
  language: text('language').$type<Language>(),
  /** How a citizen wants news, in their order; null: not chosen. */
  newsWays: text('news_ways').array().$type<NewsWay[]>(),
  /** The units of an officer in a walled one, who sees their complaints only; null: no walls. `setWalls` computes it. */
  walls: uuid('walls').array(),
  /** The centre of an agent. */
  centre: text('centre'),
  demo: boolean('demo').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  /** Counts the changes by administrators (name, role, MDA, disabled): the optimistic lock. */
  version: changes(),
});

/** The staff of each unit; somebody may be in several. */
export const unitMember = pgTable('unit_member', {
  unitId: belongsTo('unit_id', () => unit.id, { onDelete: 'cascade' }),
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  /** When a rule last gave them a complaint of the unit. */
  givenAt: instant('given_at'),
});

/** The rules of an MDA; each save adds a version, which is never changed. */
export const ruleList = pgTable('rule_list', {
  mdaId: belongsTo('mda_id', () => mda.id),
  version: integer('version').notNull(),
  rules: jsonb('rules').$type<Rule[]>().notNull(),
  /** Rules that were skipped, and of whose skipping supervisors were notified. */
  reported: uuid('reported').array().notNull().default([]),
  changedBy: belongsTo('changed_by', () => account.id),
  changedAt: instant('changed_at').notNull(),
});

/** Signed-in devices. Stores the SHA-256 of a token, never the token. */
export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  reauthenticatedAt: instant('reauthenticated_at'),
  userAgent: text('user_agent'),
  /** SHA-256 of issuer and session of the sign-in provider; null: signed in with the password. */
  providerSession: bytes('provider_session'),
  /** Whether the sign-in provider checked several factors. */
  multiFactor: boolean('multi_factor').notNull().default(false),
});

/** Six-digit codes sent by e-mail or SMS; the newest of an address and purpose counts. Unknown addresses get rows too. */
export const oneTimeCode = pgTable('one_time_code', {
  id: uuid('id').primaryKey(),
  /** An e-mail, or a number as `+` and digits. */
  email: text('email').notNull(),
  purpose: text('purpose').$type<'verify' | 'reset' | 'change-email' | 'sign-in'>().notNull(),
  audience: text('audience').$type<'user' | 'mda'>().notNull(),
  /** Null for an address without an account. */
  accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
  codeHash: bytes('code_hash').notNull(),
  handleHash: bytes('handle_hash'),
  passwordHash: text('password_hash'),
  attempts: integer('attempts').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  consumedAt: instant('consumed_at'),
});

/** The authenticator app of an account. It is enrolled but not required until `account.mfa_at` is set. */
export const mfa = pgTable('mfa', {
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }).primaryKey(),
  sealedKey: text('sealed_key').notNull(),
  /** TOTP time step (30 s since 1970) of the last accepted code: no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** Codes that replace the authenticator app, each usable once. */
export const recoveryCode = pgTable('recovery_code', {
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }),
  codeHash: bytes('code_hash').notNull(),
});

/** A change of what staff can read: it waits for a second person, or can be undone. It is of an account, a unit or else an MDA. */
export const accessChange = pgTable('access_change', {
  id: uuid('id').primaryKey(),
  action: text('action').notNull().$type<AccessAction>(),
  accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
  mdaId: uuid('mda_id').references(() => mda.id, { onDelete: 'cascade' }),
  unitId: uuid('unit_id').references(() => unit.id, { onDelete: 'cascade' }),
  role: text('role').$type<StaffRole>(),
  disabled: boolean('disabled').notNull().default(false),
  identityAccess: text('identity_access').$type<IdentityAccess>(),
  handToId: uuid('hand_to_id').references(() => account.id, { onDelete: 'set null' }),
  /** State that an undo restores. */
  former: jsonb('former').$type<FormerAccess>(),
  requestedBy: belongsTo('requested_by', () => account.id, { onDelete: 'cascade' }),
  requestedAt: instant('requested_at').notNull(),
  /** Null while it waits. */
  madeAt: instant('made_at'),
  namesFrom: instant('names_from'),
});

/** State of an account, unit or MDA before a change. */
export interface FormerAccess {
  readonly role?: StaffRole;
  readonly mdaId?: string | null;
  readonly disabled?: boolean;
  readonly identityAccess?: IdentityAccess;
  readonly walled?: boolean;
  readonly active?: boolean;
  readonly members?: readonly string[];
}

/** The one valid invitation of a member of staff. */
export const invitation = pgTable('invitation', {
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }).primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  sentAt: instant('sent_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** The access of a program, whose account nobody can sign in with. */
export const program = pgTable('program', {
  accountId: belongsTo('account_id', () => account.id, { onDelete: 'cascade' }).primaryKey(),
  contactId: belongsTo('contact_id', () => account.id, { onDelete: 'cascade' }),
  requestedBy: belongsTo('requested_by', () => account.id, { onDelete: 'cascade' }),
  requestedAt: instant('requested_at').notNull(),
  confirmedBy: uuid('confirmed_by').references(() => account.id, { onDelete: 'cascade' }),
  endedBy: uuid('ended_by').references(() => account.id, { onDelete: 'cascade' }),
  endedAt: instant('ended_at'),
  /** Start of a token; null for a webhook. */
  prefix: text('prefix'),
  tokenHash: bytes('token_hash'),
  scopes: text('scopes').array().$type<ProgramScope[]>().notNull().default([]),
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
  /** Address of a webhook; null for a token. */
  url: text('url'),
  /** None: all events. */
  types: text('types').array().notNull().default([]),
  sealedSecret: text('sealed_secret'),
  formerSecret: text('former_secret'),
  formerUntil: instant('former_until'),
  /** The place in the log from which events are still to be queued. */
  nextPlace: bigint('next_place', { mode: 'number' }),
  failingSince: instant('failing_since'),
});

/** Events sent to webhooks, or waiting for it. */
export const webhookDelivery = pgTable('webhook_delivery', {
  id: uuid('id').primaryKey().defaultRandom(),
  programId: belongsTo('program_id', () => program.accountId, { onDelete: 'cascade' }),
  eventId: text('event_id').notNull(),
  type: text('type').notNull(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** While it is sent: when another server may try. */
  nextTryAt: instant('next_try_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  outcome: text('outcome'),
  deliveredAt: instant('delivered_at'),
});

/** Rate limits: uses of a key in its time window, such as sign-ins of an account or codes for an address. */
export const throttle = pgTable('throttle', {
  /** Hash of the limit and its subject. */
  key: bytes('key').primaryKey(),
  uses: integer('uses').notNull(),
  until: instant('until').notNull(),
});

/** Random keys of the last hours, which hide the networks that limits count. Unlogged: in no backup, archive or replica. */
export const networkKey = pgTable('network_key', {
  hour: instant('hour').primaryKey(),
  key: bytes('key').notNull(),
});
