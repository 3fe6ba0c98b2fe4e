import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, changes, instant } from './columns.ts';
import { mda } from './mda-tables.ts';

/** The words of a person's name, for search. Queries use this very expression, so that the index serves them. */
export function nameWords(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`to_tsvector('simple', ${t.firstName} || ' ' || ${t.lastName})`;
}

/** Of a citizen's name the words that staff are shown: those of the first name, and the initial of the last one. */
export function shownNameWords(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }): SQL {
  return sql`to_tsvector('simple', ${t.firstName} || ' ' || left(ltrim(${t.lastName}), 1))`;
}

/** Citizens and staff. Personal data stand here and in nowhere else but what a person wrote. */
export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey(),
    /** `citizen`, or a staff role. */
    role: text('role').$type<'citizen' | 'officer' | 'supervisor' | 'administrator' | 'oversight'>().notNull(),
    /** Lower case. One citizen and one member of staff may share an address. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    /** argon2id, PHC string. Null until invited staff set one. */
    passwordHash: text('password_hash'),
    photoId: uuid('photo_id'),
    /** The MDA of officers and supervisors. */
    mdaId: uuid('mda_id').references(() => mda.id),
    emailVerifiedAt: instant('email_verified_at'),
    /** An address that waits for its code before it replaces `email`. */
    pendingEmail: text('pending_email'),
    disabledAt: instant('disabled_at'),
    /** Since when a code of an app is asked for at sign-in; null: the password alone signs in. */
    mfaAt: instant('second_step_at'),
    /** Sample data, removable as one. */
    demo: boolean('demo').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** What administrators change of staff: name, role, MDA, disabled. */
    version: changes(),
  },
  (t) => [
    uniqueIndex('account_citizen_email')
      .on(t.email)
      .where(sql`role = 'citizen'`),
    uniqueIndex('account_staff_email')
      .on(t.email)
      .where(sql`role <> 'citizen'`),
    index('account_mda')
      .on(t.mdaId)
      .where(sql`mda_id is not null`),
    // Officers look for a complaint by the name of its citizen.
    index('account_name').using('gin', nameWords(t)),
    index('account_demo')
      .on(t.id)
      .where(sql`demo`),
    check('account_role', sql`role in ('citizen', 'officer', 'supervisor', 'administrator', 'oversight')`),
    check('account_tenant', sql`role not in ('officer', 'supervisor') or mda_id is not null`),
  ],
);

/** Signed-in places. The token itself is nowhere: only its SHA-256. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    tokenHash: bytes('token_hash').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When its holder last typed the password. */
    confirmedAt: instant('confirmed_at'),
    userAgent: text('user_agent'),
  },
  (t) => [uniqueIndex('session_token').on(t.tokenHash), index('session_account').on(t.accountId)],
);

/**
 * Six-digit codes. Bound to an address and a purpose, so that an unknown address behaves like a known one;
 * `account_id` is null for those. The newest replaces the older.
 */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose').$type<'verify' | 'reset' | 'change-email'>().notNull(),
    /** `user` or `mda`: which of two accounts of one address. */
    audience: text('audience').$type<'user' | 'mda'>().notNull(),
    accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
    /** HMAC over purpose, address and code. */
    codeHash: bytes('code_hash').notNull(),
    /** SHA-256 of the cookie that names this code for a client that sends no e-mail. */
    handleHash: bytes('handle_hash'),
    /**
     * The password of a registration whose address has an account already, so that a sign-in with it answers like that of a
     * registration that waits. It opens nothing.
     */
    passwordHash: text('password_hash'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
  },
  (t) => [
    index('one_time_code_newest').on(t.email, t.purpose, t.audience, t.createdAt),
    index('one_time_code_handle').on(t.handleHash),
  ],
);

/** The key of somebody's authenticator app. It counts once a code of it was typed: `account.second_step_at` says so. */
export const mfa = pgTable('second_step', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  /** Sealed under SECRET_KEY. */
  sealedKey: text('sealed_key').notNull(),
  /** The thirty seconds, counted from 1970, whose code was last accepted: no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
});

/** What signs in without the app, once each. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** HMAC over account and code. */
    codeHash: bytes('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
);

/** Somebody typed the right password and is to type a code now. The challenge itself is nowhere: only its SHA-256. */
export const signInChallenge = pgTable(
  'sign_in_challenge',
  {
    challengeHash: bytes('challenge_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sign_in_challenge_account').on(t.accountId), index('sign_in_challenge_end').on(t.expiresAt)],
);

/** The one living invitation of a member of staff. The token of the mailed link is nowhere: only its SHA-256. */
export const invitation = pgTable(
  'invitation',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [uniqueIndex('invitation_token').on(t.tokenHash)],
);

/** How often something was done in a time: sign-ins of an account, codes for an address. `key` is a hash. */
export const throttle = pgTable(
  'throttle',
  {
    key: bytes('key').primaryKey(),
    uses: integer('uses').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [index('throttle_until').on(t.until)],
);
