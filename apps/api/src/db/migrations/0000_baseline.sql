-- The whole schema as of the first version, by noun. Tables and columns are described by comments in the database itself:
-- `\d+ complaint` in psql shows them. Until 1.0 migrations are folded into it before a release.
--
-- Row-level security is the second wall between MDAs. Each query of a store carries its own condition; the policies hold for a
-- query that forgot it. They read the setting `baraza.scope` of the connection: system, oversight, administrator, none or
-- mda:<id>. Without a scope no row is visible. Policies call the functions in subqueries, so that PostgreSQL reads the setting
-- once for each query, not for each row.

-- How alike words are, for searches with typing errors. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

-- The words of a text, by which it is found: `search-words.ts` cuts what people search for by the same rules. Without accents; cut at
-- every sign, and where digits meet letters ('KJA345XY'). Numbers of seven digits and more stand joined and, marked by
-- ʀ, backwards as well: a telephone number is found by its end, however it is written.
create function search_words(written text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  plain text := written;
  numbers text;
begin
  if octet_length(plain) <> length(plain) then
    plain := regexp_replace(normalize(plain, NFKD), '[\u0300-\u036F\u0640\u064B-\u0655\u0670]+', '', 'g');
    plain := translate(normalize(plain, NFC), 'đĐłŁøØıɓƁɗƊƙƘƴƳ‐‒–—−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
      'dDlLoOibBdDkKyY-----012345678901234567890123456789');
  end if;
  select string_agg(digits || ' ʀ' || reverse(digits), ' ') into numbers
    from regexp_matches(plain, '[0-9](?:[ ()./-]{0,2}[0-9]){6,}', 'g') as number(parts),
      regexp_replace(parts[1], '[^0-9]', '', 'g') as digits;
  plain := regexp_replace(regexp_replace(plain, '[!-/:-@[-`{-~]+', ' ', 'g'),
    '([A-Za-z]{2}|\m[A-Za-z])([0-9])|([0-9]{2}|\m[0-9])([A-Za-z])', '\1\3 \2\4', 'g') || coalesce(' ' || numbers, '');
  return to_tsvector('pg_catalog.simple', plain) || to_tsvector('pg_catalog.english', plain);
end $$;

-- The last nine digits of a telephone number are the same with and without the code of the country. It has no extension.
create function phone_end(phone text) returns text language sql immutable strict parallel safe
  as $$ select right(regexp_replace(phone, '[a-z#].*$|[^0-9]', '', 'gi'), 9) $$;

-- The name of a person as it is shown. Who has one name writes a dash for the other, which is never shown: as `fullName` in the contract.
create function full_name(first text, last text) returns text language sql immutable parallel safe
  as $$ select case when last ~ '^[-.\u2010-\u2015\u2212]*$' then first
    when first ~ '^[-.\u2010-\u2015\u2212]*$' then last else first || ' ' || last end $$;

create function baraza_sees_all() returns boolean language sql stable
  as $$ select coalesce(current_setting('baraza.scope', true) in ('system', 'oversight'), false) $$;

create function baraza_is_system() returns boolean language sql stable
  as $$ select coalesce(current_setting('baraza.scope', true) = 'system', false) $$;

create function baraza_is_administrator() returns boolean language sql stable
  as $$ select coalesce(current_setting('baraza.scope', true) = 'administrator', false) $$;

create function baraza_centre() returns text language sql stable
  as $$ select substring(current_setting('baraza.scope', true) from '^centre:(.+)$') $$;

create function baraza_mda() returns uuid language sql stable
  as $$ select substring(current_setting('baraza.scope', true) from '^mda:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:$|:)')::uuid $$;

-- The MDA of staff who see all of it, and the units of those behind walls.
create function baraza_whole_mda() returns uuid language sql stable
  as $$ select substring(current_setting('baraza.scope', true) from '^mda:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')::uuid $$;

create function baraza_walls() returns uuid[] language sql stable
  as $$ select string_to_array(substring(current_setting('baraza.scope', true) from '^mda:[0-9a-f-]{36}:([0-9a-f,-]+)$'), ',')::uuid[] $$;

--> statement-breakpoint
-- Offices ---------------------------------------------------------------------------------------------------------------

create table mda (
  id uuid primary key,
  name text not null,
  names jsonb not null default '{}',
  logo_id uuid,
  jurisdiction_allowed boolean not null default false,
  identity_access text not null default 'assigned',
  active boolean not null default true,
  weekend text,
  demo boolean not null default false,
  rules_version integer not null default 0,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  constraint mda_identity_access check (identity_access in ('assigned', 'two-person', 'open'))
);
comment on column mda.weekend is 'Days of the week without work; null: those of the installation.';
comment on column mda.names is 'Names by language; readers of others see the base name.';
comment on table mda is 'Ministries, departments and agencies: the offices that handle complaints.';
comment on column mda.logo_id is
  'The logo, a row of file; not a foreign key, since file refers to tables that refer to mda.';
comment on column mda.jurisdiction_allowed is 'Whether citizens choose one of its jurisdictions.';
comment on column mda.identity_access is
  'Who of its staff sees the name and contact data of a named citizen without asking.';
comment on column mda.active is 'Whether it takes new complaints.';
comment on column mda.demo is 'Sample data, removable as a whole.';

create unique index mda_name on mda (name);

--> statement-breakpoint
create table jurisdiction (
  id uuid primary key,
  mda_id uuid not null constraint jurisdiction_mda_id_mda_id_fk references mda (id),
  name text not null,
  names jsonb not null default '{}',
  active boolean not null default true,
  version integer not null default 1
);
comment on column jurisdiction.names is 'Names by language; readers of others see the base name.';
comment on table jurisdiction is 'Regional or thematic branches of an MDA.';
comment on column jurisdiction.active is 'Whether it can be chosen for new complaints.';

create unique index jurisdiction_name on jurisdiction (mda_id, name);

--> statement-breakpoint
create table unit (
  id uuid primary key,
  mda_id uuid not null constraint unit_mda_id_mda_id_fk references mda (id),
  name text not null,
  walled boolean not null default false,
  active boolean not null default true,
  version integer not null default 1
);
comment on table unit is 'Branches and teams of an MDA, by which it shares out its complaints.';
comment on column unit.walled is 'Whether its officers see the complaints of their own units only.';
comment on column unit.active is 'Whether it takes complaints; no wall stands around a retired one.';

create unique index unit_name on unit (mda_id, name);

--> statement-breakpoint
create table committee_member (
  id uuid primary key,
  mda_id uuid not null constraint committee_member_mda_id_mda_id_fk references mda (id),
  name text not null,
  phone text not null,
  email text not null,
  position integer not null default 0,
  version integer not null default 1
);
comment on table committee_member is 'Contacts of an MDA on the page Customer Support.';
comment on column committee_member.position is 'Order on the page, from 0.';

create index committee_member_mda on committee_member (mda_id);

--> statement-breakpoint
create table category (
  id uuid primary key,
  kind text not null,
  name text not null,
  names jsonb not null default '{}',
  position integer not null default 0,
  active boolean not null default true,
  version integer not null default 1
);
comment on column category.names is 'Names by language; readers of others see the base name.';
comment on table category is 'Categories of complaints and of feedback.';
comment on column category.position is 'Order in lists, from 0.';
comment on column category.active is 'Whether it can be chosen for something new.';

create unique index category_name on category (kind, name);

--> statement-breakpoint
create table custom_field (
  id uuid primary key,
  mda_id uuid not null constraint custom_field_mda_id_mda_id_fk references mda (id),
  category_id uuid not null constraint custom_field_category_id_category_id_fk references category (id),
  name text not null,
  type text not null,
  options jsonb not null default '[]',
  personal boolean not null,
  asked boolean not null,
  active boolean not null default true,
  position integer not null,
  version integer not null default 1
);
comment on table custom_field is 'Fields that an MDA adds to complaints of a category. None is ever removed.';
comment on column custom_field.options is 'Of a list: id, name and whether it can be chosen.';
comment on column custom_field.personal is 'Whether its values go with the person, and are shown only where their name is.';
comment on column custom_field.asked is 'Whether citizens are asked for it.';
comment on column custom_field.active is 'Whether it can be filled in; a retired one is shown where it has a value.';

create index custom_field_category on custom_field (mda_id, category_id);

--> statement-breakpoint
create table area (
  code text primary key,
  name text not null,
  parent text constraint area_parent_area_code_fk references area (code),
  level smallint not null,
  full_name text not null,
  active boolean not null default true,
  shape polygon[],
  demo boolean not null default false
);
comment on table area is 'Places that the operator loaded, such as states and their wards.';
comment on column area.code is 'As the list of the operator has it.';
comment on column area.parent is 'The area it lies in; null at the top.';
comment on column area.level is '1 at the top.';
comment on column area.full_name is 'Its name and those of the areas it lies in, the smallest first.';
comment on column area.active is 'Whether it can be chosen for new complaints.';
comment on column area.shape is 'Its borders, holes among them, as longitude and latitude.';
comment on column area.demo is 'Sample data, removable as a whole.';

create index area_parent on area (parent);

--> statement-breakpoint
create table area_outline (
  singleton boolean primary key default true,
  outline jsonb not null,
  demo boolean not null default false,
  constraint area_outline_singleton check (singleton)
);
comment on table area_outline is 'The drawing of the areas that the portal shows.';
comment on column area_outline.singleton is 'Always true: there is no second row.';
comment on column area_outline.demo is 'Sample data, removable as a whole.';

--> statement-breakpoint
-- Accounts and sign-in --------------------------------------------------------------------------------------------------

create table account (
  id uuid primary key,
  role text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  phone_used_at timestamptz(3),
  password_hash text,
  photo_id uuid,
  mda_id uuid constraint account_mda_id_mda_id_fk references mda (id),
  email_verified_at timestamptz(3),
  pending_email text,
  disabled_at timestamptz(3),
  mfa_at timestamptz(3),
  away_until date,
  deputy_id uuid constraint account_deputy_id_account_id_fk references account (id) on delete set null,
  mail_times jsonb not null default '{}',
  summary_on date,
  language text,
  news_ways text[],
  receipt_hash bytea,
  subject_hash bytea,
  walls uuid[],
  centre text,
  demo boolean not null default false,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  constraint account_role check (role in ('citizen', 'officer', 'supervisor', 'administrator', 'oversight', 'agent')),
  constraint account_tenant check (role not in ('officer', 'supervisor') or mda_id is not null),
  constraint account_centre check (role <> 'agent' or centre is not null),
  constraint account_news_ways check (news_ways <@ array['mail', 'phone']),
  constraint account_phone_used check (phone_used_at is null or (role = 'citizen' and phone ~ '^\+[0-9]+$'))
);
comment on table account is
  'Citizens and staff: the only table with personal data, apart from what people write and upload.';
comment on column account.role is 'citizen, or one of five staff roles.';
comment on column account.email is
  'Lower case. One citizen and one member of staff may share an address. Who registered by telephone has a placeholder.';
comment on column account.phone_used_at is
  'When the owner of phone last proved to have it; null for whoever does not log in by it. Several may log in by one number.';
comment on column account.password_hash is 'argon2id as a PHC string; null until invited staff choose a password.';
comment on column account.photo_id is
  'The profile picture, a row of file; not a foreign key, since file refers to account.';
comment on column account.mda_id is 'The MDA of an officer or supervisor.';
comment on column account.pending_email is 'A new e-mail, or log-in number, that waits for its code before it replaces the present one.';
comment on column account.disabled_at is
  'When an administrator disabled the account; nobody can sign in with it since then.';
comment on column account.mfa_at is
  'When sign-in began to need an authenticator code; null while the password suffices.';
comment on column account.away_until is
  'The last day of the leave of a member of staff; past or null: they are at work.';
comment on column account.deputy_id is 'The colleague who stands in for them while they are away.';
comment on column account.summary_on is 'The Monday of the last summary that was mailed to them.';
comment on column account.mail_times is 'When staff want mails, by topic, where it differs from the rule.';
comment on column account.language is 'The language that a citizen chose last.';
comment on column account.news_ways is
  'How a citizen wants news of their complaints: the next way is for what did not arrive; empty: only in the portal; null: not chosen.';
comment on column account.receipt_hash is
  'HMAC of the receipt code that opens the one complaint of this guest; null for everybody with an account.';
comment on column account.subject_hash is
  'SHA-256 of issuer and subject of the sign-in provider that staff use; null: the password alone.';
comment on column account.walls is
  'The units of an officer in a walled one, who sees their complaints only; null: no walls. Computed from unit and unit_member.';
comment on column account.centre is 'The centre of an agent.';
comment on column account.demo is 'Sample data, removable as a whole.';
comment on column account.version is
  'Counts the changes by administrators (name, role, MDA, disabled): the optimistic lock.';

create unique index account_citizen_email on account (email) where role = 'citizen';
create unique index account_staff_email on account (email) where role <> 'citizen';
create unique index account_subject on account (subject_hash) where subject_hash is not null;
create index account_mda on account (mda_id) where mda_id is not null;
create index account_deputy on account (deputy_id) where deputy_id is not null;
-- Officers search by the name of whoever sent it.
create index account_name on account using gin (search_words(first_name || ' ' || last_name));
-- Callers are found by their number, however it is written.
-- Log-in by a number, which several people may share.
create index account_login_phone on account (phone) where phone_used_at is not null;
create index account_phone on account (phone_end(phone)) where phone is not null;
-- Sample data are removed as a whole, among millions of real rows perhaps.
create index account_demo on account (id) where demo;

--> statement-breakpoint
create table unit_member (
  unit_id uuid not null constraint unit_member_unit_id_unit_id_fk references unit (id) on delete cascade,
  account_id uuid not null constraint unit_member_account_id_account_id_fk references account (id) on delete cascade,
  given_at timestamptz(3),
  constraint unit_member_account_id_unit_id_pk primary key (account_id, unit_id)
);
comment on table unit_member is 'The staff of each unit; somebody may be in several.';

comment on column unit_member.given_at is 'When a rule last gave them a complaint of the unit.';

create index unit_member_unit on unit_member (unit_id);

--> statement-breakpoint
create table rule_list (
  mda_id uuid not null constraint rule_list_mda_id_mda_id_fk references mda (id),
  version integer not null,
  rules jsonb not null,
  reported uuid[] not null default '{}',
  changed_by uuid not null constraint rule_list_changed_by_account_id_fk references account (id),
  changed_at timestamptz(3) not null,
  constraint rule_list_mda_id_version_pk primary key (mda_id, version)
);
comment on table rule_list is 'The rules of an MDA; each save adds a version, which is never changed.';
comment on column rule_list.reported is 'Rules that were skipped, and whose supervisors know.';

--> statement-breakpoint
create table session (
  id uuid primary key,
  token_hash bytea not null,
  account_id uuid not null constraint session_account_id_account_id_fk references account (id) on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  reauthenticated_at timestamptz(3),
  user_agent text,
  provider_session bytea,
  multi_factor boolean not null default false
);
comment on table session is 'Signed-in devices. Stores the SHA-256 of a token, never the token.';
comment on column session.token_hash is 'SHA-256 of the bearer token.';
comment on column session.reauthenticated_at is 'When the password was last typed in this session.';
comment on column session.provider_session is
  'SHA-256 of issuer and session of the sign-in provider; null: signed in with the password.';
comment on column session.multi_factor is 'Whether the sign-in provider checked several factors.';

create unique index session_token on session (token_hash);
create index session_account on session (account_id);
create index session_provider on session (provider_session) where provider_session is not null;

--> statement-breakpoint
create table one_time_code (
  id uuid primary key,
  email text not null,
  purpose text not null,
  audience text not null,
  account_id uuid constraint one_time_code_account_id_account_id_fk references account (id) on delete cascade,
  code_hash bytea not null,
  handle_hash bytea,
  password_hash text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3)
);
comment on table one_time_code is
  'Six-digit codes sent by e-mail or SMS; the newest of an address and purpose counts. Unknown addresses get rows too, '
  'so that they behave like known ones.';
comment on column one_time_code.audience is 'user or mda: which of two accounts that share the address.';
comment on column one_time_code.account_id is 'Null for an address without an account.';
comment on column one_time_code.code_hash is 'HMAC over purpose, address and code.';
comment on column one_time_code.handle_hash is
  'SHA-256 of the cookie that identifies this code for a client that sends no e-mail address.';
comment on column one_time_code.password_hash is
  'Password of a registration for an address that has an account already, so that signing in with it answers as '
  'for an unverified account. It opens nothing.';
comment on column one_time_code.attempts is 'Wrong codes typed so far.';

create index one_time_code_newest on one_time_code (email, purpose, audience, created_at);
create index one_time_code_handle on one_time_code (handle_hash);

--> statement-breakpoint
create table mfa (
  account_id uuid primary key constraint mfa_account_id_account_id_fk references account (id) on delete cascade,
  sealed_key text not null,
  last_step integer not null default 0,
  created_at timestamptz(3) not null
);
comment on table mfa is
  'The authenticator app of an account. It is enrolled but not required until account.mfa_at is set.';
comment on column mfa.sealed_key is 'The TOTP key, encrypted under SECRET_KEY.';
comment on column mfa.last_step is 'TOTP time step (30 s since 1970) of the last accepted code: no code works twice.';

--> statement-breakpoint
create table recovery_code (
  account_id uuid not null constraint recovery_code_account_id_account_id_fk references account (id) on delete cascade,
  code_hash bytea not null,
  constraint recovery_code_account_id_code_hash_pk primary key (account_id, code_hash)
);
comment on table recovery_code is 'Codes that replace the authenticator app, each usable once.';
comment on column recovery_code.code_hash is 'HMAC over account and code.';

--> statement-breakpoint
create table access_change (
  id uuid primary key,
  action text not null,
  account_id uuid constraint access_change_account_id_account_id_fk references account (id) on delete cascade,
  mda_id uuid constraint access_change_mda_id_mda_id_fk references mda (id) on delete cascade,
  unit_id uuid constraint access_change_unit_id_unit_id_fk references unit (id) on delete cascade,
  role text,
  disabled boolean not null default false,
  identity_access text,
  hand_to_id uuid constraint access_change_hand_to_id_account_id_fk references account (id) on delete set null,
  former jsonb,
  requested_by uuid not null constraint access_change_requested_by_account_id_fk references account (id) on delete cascade,
  requested_at timestamptz(3) not null,
  made_at timestamptz(3),
  names_from timestamptz(3),
  check (account_id is not null or mda_id is not null)
);
comment on table access_change is
  'A change of what staff can read, of an account, a unit or else an MDA: it waits for a second person, or was made and can be undone.';
comment on column access_change.action is
  'access (role, MDA and state beside it), invitation or mfa-reset of the account; unit (wall or members) of the unit; identity-access of the MDA.';
comment on column access_change.hand_to_id is
  'Who gets the open complaints that they leave behind; null: nobody.';
comment on column access_change.former is 'What an undo puts back.';
comment on column access_change.made_at is 'Null while it waits.';
comment on column access_change.names_from is 'From then on those it concerns read names of citizens.';

create unique index access_change_waiting on access_change (coalesce(account_id, unit_id, mda_id)) where made_at is null;

create index access_change_account on access_change (account_id);

--> statement-breakpoint
create table invitation (
  account_id uuid primary key constraint invitation_account_id_account_id_fk references account (id) on delete cascade,
  token_hash bytea not null,
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on table invitation is 'The one valid invitation of a member of staff.';
comment on column invitation.token_hash is 'SHA-256 of the token in the mailed link.';

create unique index invitation_token on invitation (token_hash);

--> statement-breakpoint
create table program (
  account_id uuid primary key constraint program_account_id_account_id_fk references account (id) on delete cascade,
  contact_id uuid not null constraint program_contact_id_account_id_fk references account (id) on delete cascade,
  requested_by uuid not null constraint program_requested_by_account_id_fk references account (id) on delete cascade,
  requested_at timestamptz(3) not null,
  confirmed_by uuid constraint program_confirmed_by_account_id_fk references account (id) on delete cascade,
  ended_by uuid constraint program_ended_by_account_id_fk references account (id) on delete cascade,
  ended_at timestamptz(3),
  prefix text,
  token_hash bytea,
  scopes text[] not null default '{}',
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  url text,
  types text[] not null default '{}',
  sealed_secret text,
  former_secret text,
  former_until timestamptz(3),
  next_place bigint,
  failing_since timestamptz(3),
  constraint program_kind check ((token_hash is null) = (url is not null and sealed_secret is not null))
);
comment on table program is 'The access of a program, whose account nobody can sign in with.';
comment on column program.contact_id is 'Person whom people ask about it; it ends when they leave the office.';
comment on column program.confirmed_by is 'The second person; null while it waits.';
comment on column program.prefix is 'The start of the token, which people see.';
comment on column program.token_hash is 'SHA-256 of the token.';
comment on column program.scopes is 'Groups of calls that the token is made for.';

comment on column program.url is 'Of a webhook: where events are sent.';
comment on column program.types is 'The events that are sent; none: all.';
comment on column program.sealed_secret is 'What signs deliveries, encrypted with the key for webhooks.';
comment on column program.former_secret is 'Signs them too until former_until.';
comment on column program.next_place is 'The place in the log from which events are still to be queued; null until it is confirmed.';
comment on column program.failing_since is 'Since when every delivery failed.';

create unique index program_token on program (token_hash);

--> statement-breakpoint
create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null constraint webhook_delivery_program_id_program_account_id_fk references program (account_id) on delete cascade,
  event_id text not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  next_try_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  outcome text,
  delivered_at timestamptz(3)
);
comment on table webhook_delivery is 'Events sent to webhooks, or waiting for it; kept 30 days.';
comment on column webhook_delivery.body is 'Ids alone, without words and names.';
comment on column webhook_delivery.next_try_at is 'While it is sent: when another server may try.';
comment on column webhook_delivery.outcome is 'Status or fault of the last try.';

create index webhook_delivery_due on webhook_delivery (program_id, next_try_at) where delivered_at is null;
create index webhook_delivery_newest on webhook_delivery (program_id, created_at desc);

--> statement-breakpoint
create table throttle (
  key bytea primary key,
  uses integer not null,
  until timestamptz(3) not null
);
comment on table throttle is
  'Rate limits: uses of a key in its time window, such as sign-ins of an account or codes for an address.';
comment on column throttle.key is 'Hash of the limit and its subject.';
comment on column throttle.uses is 'Uses in this window.';
comment on column throttle.until is 'End of the window.';

create index throttle_until on throttle (until);

--> statement-breakpoint
create unlogged table network_key (
  hour timestamptz(3) primary key,
  key bytea not null
);
comment on table network_key is
  'Random keys of the last hours, which hide the networks that limits count. Unlogged: in no backup, archive or replica.';

--> statement-breakpoint
-- Complaints ------------------------------------------------------------------------------------------------------------

create table complaint (
  id uuid primary key,
  tracking_id text not null,
  citizen_id uuid not null constraint complaint_citizen_id_account_id_fk references account (id),
  mda_id uuid not null constraint complaint_mda_id_mda_id_fk references mda (id),
  jurisdiction_id uuid constraint complaint_jurisdiction_id_jurisdiction_id_fk references jurisdiction (id),
  area_code text constraint complaint_area_code_area_code_fk references area (code),
  lat double precision,
  lon double precision,
  accuracy integer,
  category_id uuid not null constraint complaint_category_id_category_id_fk references category (id),
  title text not null,
  description text not null,
  description_text text not null,
  location text not null,
  incident_date date not null,
  state text not null,
  identity text not null default 'named',
  source text not null default 'portal',
  centre text,
  call_phone text,
  cycle integer not null default 1,
  assignee_id uuid constraint complaint_assignee_id_account_id_fk references account (id),
  version integer not null,
  reply text,
  replied_at timestamptz(3),
  due_at timestamptz(3),
  resolve_due_at timestamptz(3),
  acknowledge_due_at timestamptz(3),
  reply_due_at timestamptz(3),
  paused_until timestamptz(3),
  next_reminder_at timestamptz(3),
  escalated_at timestamptz(3),
  citizen_wrote_at timestamptz(3),
  offered_to_mda_id uuid constraint complaint_offered_to_mda_id_mda_id_fk references mda (id),
  rejection_proposed_by uuid constraint complaint_rejection_proposed_by_account_id_fk references account (id),
  merged_into_id uuid constraint complaint_merged_into_id_complaint_id_fk references complaint (id),
  acknowledged_at timestamptz(3),
  acknowledged_late boolean,
  first_reply_at timestamptz(3),
  first_reply_late boolean,
  resolved_at timestamptz(3),
  resolved_late boolean,
  resolvers uuid[] not null default '{}',
  outcome text,
  confirmed_at timestamptz(3),
  submitted_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  recused_staff uuid[] not null default '{}',
  priority text not null default 'normal',
  tags text[] not null default '{}',
  follow_up_on date,
  unit_id uuid constraint complaint_unit_id_unit_id_fk references unit (id),
  custom_fields jsonb not null default '{}',
  demo boolean not null default false,
  imported_version integer,
  search tsvector
    generated always as (search_words(title || ' ' || location || ' ' || description_text)) stored,
  conversation tsvector not null default '',
  notes tsvector not null default '',
  constraint complaint_state
    check (state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress',
      'awaiting_citizen', 'appeal', 'resolved', 'withdrawn', 'rejected', 'merged')),
  constraint complaint_priority check (priority in ('normal', 'high', 'emergency')),
  constraint complaint_identity check (identity in ('named', 'confidential', 'anonymous')),
  constraint complaint_point_whole check (num_nulls(lat, lon) in (0, 2))
);
comment on table complaint is 'The present state of each complaint: a read model of its events.';
comment on column complaint.description is 'Sanitised HTML.';
comment on column complaint.description_text is 'The description as plain text, for search, mails and CSV.';
comment on column complaint.lat is 'Where the citizen’s device was, or what they tapped, in degrees. Erasable, as all three.';
comment on column complaint.accuracy is 'Within so many metres.';
comment on column complaint.identity is
  'How much of themselves the citizen gives; but for named staff read a made-up name.';
comment on column complaint.source is 'How it was filed.';
comment on column complaint.imported_version is 'Up to this event an import wrote its history, which no webhook tells.';
comment on column complaint.centre is 'The centre whose agent filed it, which reads it until the citizen changes the receipt code.';
comment on column complaint.call_phone is 'Where the citizen of a named complaint may be called. Erasable.';
comment on column complaint.cycle is '1, and one more with each reopening.';
comment on column complaint.assignee_id is 'The officer who works on it.';
comment on column complaint.version is 'Number of the newest event; also the optimistic lock.';
comment on column complaint.reply is 'The newest reply to the citizen.';
comment on column complaint.due_at is 'The earliest of the three below: queues and lists go by the next timer.';
comment on column complaint.resolve_due_at is
  'When it is due to be resolved; null while the SLA timer is paused or stopped.';
comment on column complaint.acknowledge_due_at is
  'When it is due to be acknowledged; null once it is, and while paused or stopped.';
comment on column complaint.reply_due_at is
  'When the first reply is due; null once it is given, and while paused or stopped.';
comment on column complaint.paused_until is 'Latest end of the pause of the SLA timers while the citizen is asked.';
comment on column complaint.next_reminder_at is
  'When the next reminder, escalation or end of a pause is due; null when nothing is.';
comment on column complaint.escalated_at is 'When it was first escalated in the present cycle.';
comment on column complaint.citizen_wrote_at is 'Since when words of the citizen wait for an answer; not for filing.';
comment on column complaint.tags is 'Words of the MDA that has it; a transfer takes them off.';
comment on column complaint.follow_up_on is 'When whoever has it wants to come back to it.';
comment on column complaint.unit_id is 'The unit of the MDA that works on it; a transfer takes it off.';
comment on column complaint.custom_fields is 'Values by the id of their custom field. Erasable.';
comment on column complaint.offered_to_mda_id is
  'The MDA that a transfer is offered to; it may read the complaint until it answers.';
comment on column complaint.rejection_proposed_by is 'Who proposes to reject it, until another person decides.';
comment on column complaint.merged_into_id is 'The complaint that this one is a duplicate of.';
comment on column complaint.acknowledged_at is
  'When it was first acknowledged; written by the trigger complaint_metrics, for reports.';
comment on column complaint.acknowledged_late is
  'Whether it was acknowledged after acknowledge_due_at; written by the trigger complaint_metrics.';
comment on column complaint.first_reply_late is
  'Whether it was first answered after reply_due_at; written by the trigger complaint_metrics.';
comment on column complaint.resolvers is
  'Who resolved it each time, in order. A cycle that ended with a rejection has none.';
comment on column complaint.first_reply_at is
  'When the MDA first answered; written by the trigger complaint_metrics, for reports.';
comment on column complaint.resolved_at is
  'When it was last resolved, null when it is not; written by the trigger complaint_metrics.';
comment on column complaint.resolved_late is
  'Whether it was resolved after resolve_due_at; written by the trigger complaint_metrics.';
comment on column complaint.outcome is 'How it was resolved.';
comment on column complaint.confirmed_at is 'When the citizen said that it is solved.';
comment on column complaint.recused_staff is
  'Accounts of recused staff, the same as in recusal: no list, count, search or address shows it to them.';
comment on column complaint.demo is 'Sample data, removable as a whole.';
comment on column complaint.search is 'Full-text vector; PostgreSQL fills it.';
comment on column complaint.conversation is 'Words of replies, questions and answers, which the citizen reads too.';
comment on column complaint.notes is 'Words of internal notes.';

create unique index complaint_tracking_id on complaint (tracking_id);
create index complaint_citizen on complaint (citizen_id, submitted_at desc, id desc);

-- The queues of the desk by due date and by arrival, of an MDA and, for oversight, of all. What a queue is narrowed by stands behind
-- its order: PostgreSQL tests it in the index and reads the complaints of one page alone. Open and closed ones apart, so that years
-- of closed ones slow no queue down. The case expression puts paused complaints last; queries repeat it exactly.
create index complaint_mda_due
  on complaint (mda_id, (case when due_at is null then 'infinity'::timestamptz else due_at end), submitted_at, id,
    state, category_id, jurisdiction_id, area_code, assignee_id, cycle, escalated_at, priority)
  where state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');
create index complaint_mda_open
  on complaint (mda_id, submitted_at, id, state, category_id, jurisdiction_id, area_code, assignee_id, cycle, escalated_at,
    priority)
  where state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');
create index complaint_due
  on complaint ((case when due_at is null then 'infinity'::timestamptz else due_at end), submitted_at, id,
    state, category_id, jurisdiction_id, area_code, assignee_id, cycle, escalated_at)
  where state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');
create index complaint_open
  on complaint (submitted_at, id, state, category_id, jurisdiction_id, area_code, assignee_id, cycle, escalated_at)
  where state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');
create index complaint_mda_closed on complaint (mda_id, submitted_at, id, state, category_id, jurisdiction_id, area_code, assignee_id)
  where state in ('resolved', 'withdrawn', 'rejected', 'merged');
create index complaint_closed on complaint (submitted_at, id, state, category_id, jurisdiction_id, area_code, assignee_id)
  where state in ('resolved', 'withdrawn', 'rejected', 'merged');
create index complaint_offered
  on complaint (offered_to_mda_id, (case when due_at is null then 'infinity'::timestamptz else due_at end), submitted_at, id)
  where offered_to_mda_id is not null;
create index complaint_offered_submitted on complaint (offered_to_mda_id, submitted_at, id)
  where offered_to_mda_id is not null;

-- In every state: the search box and reports of a period.
create index complaint_mda_submitted on complaint (mda_id, submitted_at, id);
create index complaint_submitted on complaint (submitted_at, id);
-- What changed since, for programs.
create index complaint_updated on complaint (updated_at, id, mda_id);

create index complaint_unit on complaint (unit_id, submitted_at desc) where unit_id is not null;
create index complaint_tracking_tail on complaint (reverse(tracking_id) text_pattern_ops);
create index complaint_rejection on complaint (mda_id) where rejection_proposed_by is not null;
create index complaint_area on complaint (area_code) where area_code is not null;
-- Similar complaints near by are looked for in a box.
create index complaint_point on complaint (mda_id, lat, lon) where lat is not null;
create index complaint_merged on complaint (merged_into_id) where merged_into_id is not null;
-- The reminder job reads what is due next.
create index complaint_reminder on complaint (next_reminder_at, id) where next_reminder_at is not null;
-- Each search reads all entries that wait to be sorted in: at most 256 kB of them may wait.
create index complaint_words on complaint
  using gin ((search || conversation || notes || array_to_tsvector(array[mda_id::text])))
  with (gin_pending_list_limit = 256);
create index complaint_demo on complaint (id) where demo;
create index complaint_centre on complaint (centre, submitted_at, id) where centre is not null;

create function complaint_metrics() returns trigger language plpgsql as $$
begin
  if new.acknowledged_at is null and new.state in ('in_progress', 'awaiting_citizen', 'resolved', 'rejected') then
    new.acknowledged_at := new.updated_at;
    new.acknowledged_late := coalesce(old.acknowledge_due_at < new.updated_at, false);
  end if;
  if new.first_reply_at is null and new.replied_at is not null then
    new.first_reply_at := new.replied_at;
    new.first_reply_late := coalesce(old.reply_due_at < new.replied_at, false);
  end if;
  -- While oversight reviews it, what was measured stands.
  if new.state = 'resolved' and old.state not in ('resolved', 'appeal') then
    new.resolved_at := new.updated_at;
    -- A paused complaint has no due date, and is not late.
    new.resolved_late := coalesce(old.resolve_due_at < new.updated_at, false);
  elsif new.state not in ('resolved', 'appeal') and old.state in ('resolved', 'appeal') then
    new.resolved_at := null;
    new.resolved_late := null;
  end if;
  return new;
end $$;
comment on function complaint_metrics is
  'Writes what reports measure, so that a report of years reads one index range and no history.';

create trigger complaint_metrics before update of state, replied_at on complaint
  for each row execute function complaint_metrics();

alter table complaint enable row level security, force row level security;

create policy complaint_scope on complaint using (
  (select baraza_sees_all()) or mda_id = (select baraza_whole_mda()) or offered_to_mda_id = (select baraza_whole_mda())
  or unit_id = any((select baraza_walls())::uuid[]) or centre = (select baraza_centre())
);

--> statement-breakpoint
create table complaint_event (
  complaint_id uuid not null constraint complaint_event_complaint_id_complaint_id_fk references complaint (id),
  seq integer not null,
  at timestamptz(3) not null,
  action text not null,
  from_state text,
  to_state text not null,
  cycle integer not null,
  actor_kind text not null,
  actor_id uuid constraint complaint_event_actor_id_account_id_fk references account (id),
  visibility text not null,
  text text,
  reason text,
  language text,
  data jsonb,
  salt bytea,
  content_digest bytea not null,
  digest bytea not null,
  constraint complaint_event_complaint_id_seq_pk primary key (complaint_id, seq)
);
comment on table complaint_event is 'The append-only history of each complaint; the log holds the digest of each event.';
comment on column complaint_event.seq is 'Position in the history of the complaint, from 1.';
comment on column complaint_event.actor_id is 'The member of staff who acted; who the citizen is, the complaint says.';
comment on column complaint_event.visibility is 'public events are shown to the citizen.';
comment on column complaint_event.text is 'What the actor wrote. Erasable.';
comment on column complaint_event.reason is 'Why the actor did so. Erasable.';
comment on column complaint_event.language is 'That of the screen where the words were written; of the first event, of the complaint. In no digest.';
comment on column complaint_event.data is 'What else the action carried, such as {assignee}.';
comment on column complaint_event.salt is 'Salt of content_digest; erased together with the text.';
comment on column complaint_event.content_digest is 'Salted digest of the text: erasing it leaves digest and log valid.';
comment on column complaint_event.digest is 'SHA-256 over the facts of the event and content_digest: its entry in the log.';

create index complaint_event_actor on complaint_event (actor_id) where actor_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_change is 'Refuses whatever its triggers are on.';

-- Erasing a person may empty the words of an event; the facts beside them, ids and numbers, may stay. Deleting is possible for
-- sample data alone.
create function complaint_event_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - '{text,reason,data,salt}'::text[]) = (to_jsonb(old) - '{text,reason,data,salt}'::text[])
    and new.text is null and new.reason is null and new.salt is null
    and (new.data is null or new.data = old.data)
  then
    return new;
  end if;
  if tg_op = 'DELETE'
    and current_setting('baraza.removing_demo', true) = 'on'
    and exists (select from complaint c where c.id = old.complaint_id and c.demo)
  then
    return old;
  end if;
  raise exception 'the history of a complaint is append-only' using errcode = 'restrict_violation';
end $$;
comment on function complaint_event_append_only is
  'Refuses changes of the history, apart from erasing words and removing sample data.';

create trigger complaint_event_append_only before update or delete on complaint_event
  for each row execute function complaint_event_append_only();

create trigger complaint_event_no_truncate before truncate on complaint_event
  for each statement execute function refuse_change();

alter table complaint_event enable row level security, force row level security;

create policy complaint_event_scope on complaint_event using (
  (select baraza_sees_all()) or exists (select from complaint c where c.id = complaint_event.complaint_id)
);

--> statement-breakpoint
create table officer_record (
  complaint_id uuid not null
    constraint officer_record_complaint_id_complaint_id_fk references complaint (id) on delete cascade,
  mda_id uuid not null,
  account_id uuid constraint officer_record_account_id_account_id_fk references account (id) on delete cascade,
  kind text not null constraint officer_record_kind check (kind in ('received', 'resolved', 'late')),
  at timestamptz(3) not null
);
comment on table officer_record is
  'What counts for officers in reports: complaints assigned to them, resolved by them, or late while they had them. The '
  'trigger officer_record adds rows; a later assignment changes none.';
comment on column officer_record.mda_id is 'The MDA that had the complaint then.';
comment on column officer_record.account_id is 'Null where nobody had it.';

create index officer_record_mda on officer_record (mda_id, at);
create index officer_record_account on officer_record (account_id, kind, at);
create index officer_record_complaint on officer_record (complaint_id);

alter table officer_record enable row level security, force row level security;

create policy officer_record_scope on officer_record using (
  (select baraza_sees_all()) or mda_id = (select baraza_whole_mda())
) with check (coalesce(current_setting('baraza.scope', true), '') <> '');

-- A plan made anew for each row, as PostgreSQL would prefer here and in complaint_changed, costs more than the rest of the step.
create function add_officer_record() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into officer_record
  select c.id, c.mda_id,
    case new.action when 'escalate' then c.assignee_id when 'resolve' then new.actor_id else (new.data ->> 'assignee')::uuid end,
    case new.action when 'escalate' then 'late' when 'resolve' then 'resolved' else 'received' end, new.at
  from complaint c
  -- Of several levels of lateness the first one counts: whoever had the complaint when the timer ran out.
  where c.id = new.complaint_id and not (new.action = 'escalate' and exists (
    select from complaint_event e where e.complaint_id = new.complaint_id and e.seq < new.seq and e.cycle = new.cycle
      and e.action = 'escalate' and e.data ->> 'timer' = new.data ->> 'timer'));
  return null;
end $$;
comment on function add_officer_record is 'Notes for whom an event counts.';

create trigger officer_record after insert on complaint_event for each row
  when (new.action in ('escalate', 'resolve') or new.data ->> 'assignee' is not null)
  execute function add_officer_record();

--> statement-breakpoint
create table recusal (
  complaint_id uuid not null
    constraint recusal_complaint_id_complaint_id_fk references complaint (id) on delete cascade,
  account_id uuid not null,
  since timestamp(3) with time zone not null,
  why text not null constraint recusal_why check (why in ('mentioned', 'by_hand')),
  decided_by uuid,
  reason text,
  constraint recusal_account_id_complaint_id_pk primary key (account_id, complaint_id)
);
comment on table recusal is
  'Since when and why a member of staff does not see a complaint. Lists test complaint.recused_staff instead.';
comment on column recusal.decided_by is
  'Who recused them, or confirmed that the complaint is about them; null while nobody has decided on a mention.';

create index recusal_complaint on recusal (complaint_id);

alter table recusal enable row level security, force row level security;

create policy recusal_scope on recusal using (
  (select baraza_sees_all()) or exists (select from complaint c where c.id = recusal.complaint_id)
);

--> statement-breakpoint
create table identity_request (
  complaint_id uuid not null constraint identity_request_complaint_id_complaint_id_fk references complaint (id),
  requested_by uuid not null constraint identity_request_requested_by_account_id_fk references account (id),
  requested_at timestamptz(3) not null,
  constraint identity_request_complaint_id_requested_by_pk primary key (complaint_id, requested_by)
);
comment on table identity_request is
  'Requests to see full name and contact data behind a complaint, until a second person decides.';

create index identity_request_requested_by on identity_request (requested_by);

alter table identity_request enable row level security, force row level security;

create policy identity_request_scope on identity_request using (
  (select baraza_sees_all()) or exists (select from complaint c where c.id = identity_request.complaint_id)
);

--> statement-breakpoint
create table bulk_run (
  id uuid primary key,
  account_id uuid not null constraint bulk_run_account_id_account_id_fk references account (id) on delete cascade,
  action text not null,
  begins_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  finished_at timestamptz(3)
);
comment on table bulk_run is 'The latest action of a member of staff on many complaints.';

create unique index bulk_run_account on bulk_run (account_id);

--> statement-breakpoint
create table bulk_run_item (
  run_id uuid not null constraint bulk_run_item_run_id_bulk_run_id_fk references bulk_run (id) on delete cascade,
  complaint_id uuid not null,
  mda_id uuid not null constraint bulk_run_item_mda_id_mda_id_fk references mda (id) on delete cascade,
  position integer not null,
  version integer not null,
  done boolean,
  error text,
  constraint bulk_run_item_run_id_complaint_id_pk primary key (run_id, complaint_id)
);
comment on table bulk_run_item is 'Complaints of a run, with what became of each.';
comment on column bulk_run_item.version is 'The version of the complaint that the caller saw.';
comment on column bulk_run_item.done is 'Null while it waits, and where the run was stopped before.';

alter table bulk_run_item enable row level security, force row level security;

create policy bulk_run_item_scope on bulk_run_item using (
  (select baraza_sees_all()) or mda_id = (select baraza_mda())
);

--> statement-breakpoint
create table saved_reply (
  id uuid primary key,
  mda_id uuid not null constraint saved_reply_mda_id_mda_id_fk references mda (id),
  owner_id uuid constraint saved_reply_owner_id_account_id_fk references account (id) on delete cascade,
  title text not null,
  text text not null,
  texts jsonb not null default '{}',
  actions jsonb not null default '{}',
  step text not null,
  category_id uuid constraint saved_reply_category_id_category_id_fk references category (id),
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  constraint saved_reply_step check (step in ('reply', 'ask', 'resolve'))
);
comment on table saved_reply is 'Saved replies of a person or, without an owner, of an MDA.';
comment on column saved_reply.texts is 'By the language of its reader, in place of text.';
comment on column saved_reply.actions is 'What choosing it stages beside the text.';
comment on column saved_reply.step is 'The action that it is a text for.';
comment on column saved_reply.category_id is 'Null for complaints of every category.';

create unique index saved_reply_title on saved_reply (mda_id, owner_id, title) nulls not distinct;

--> statement-breakpoint
create table saved_view (
  id uuid primary key,
  mda_id uuid not null constraint saved_view_mda_id_mda_id_fk references mda (id) on delete cascade,
  owner_id uuid constraint saved_view_owner_id_account_id_fk references account (id) on delete cascade,
  name text not null,
  queue text not null,
  filter jsonb not null,
  sort text,
  pinned boolean not null,
  version integer not null default 1,
  constraint saved_view_name unique nulls not distinct (mda_id, owner_id, name)
);
comment on table saved_view is 'Filters and order of a list that a person or, without an owner, an MDA keeps.';

--> statement-breakpoint
-- Service level ---------------------------------------------------------------------------------------------------------

create table holiday (
  id uuid primary key,
  mda_id uuid constraint holiday_mda_id_mda_id_fk references mda (id),
  day date not null,
  name text not null,
  constraint holiday_day unique nulls not distinct (mda_id, day)
);
comment on table holiday is 'Days that are no working days, at one MDA or, without one, everywhere.';

--> statement-breakpoint
create table sla_target (
  id uuid primary key,
  mda_id uuid not null constraint sla_target_mda_id_mda_id_fk references mda (id),
  category_id uuid constraint sla_target_category_id_category_id_fk references category (id),
  is_emergency boolean not null default false,
  acknowledge integer not null,
  reply integer not null,
  resolve integer not null,
  version integer not null default 1,
  constraint sla_target_category unique nulls not distinct (mda_id, category_id, is_emergency),
  constraint sla_target_emergency check (category_id is null or not is_emergency),
  constraint sla_target_span check (acknowledge between 1 and 365 and reply between 1 and 365 and resolve between 1 and 365)
);
comment on table sla_target is
  'SLA targets of an MDA: in working days for one category or, without one, for all others; in hours for emergencies.';
comment on column sla_target.acknowledge is 'Time until a complaint is taken up.';
comment on column sla_target.reply is 'Time until the first reply.';
comment on column sla_target.resolve is 'Time until it is resolved.';

--> statement-breakpoint
-- Surveys, feedback and files -------------------------------------------------------------------------------------------

create table survey (
  complaint_id uuid not null constraint survey_complaint_id_complaint_id_fk references complaint (id),
  cycle integer not null,
  citizen_id uuid not null constraint survey_citizen_id_account_id_fk references account (id),
  rating smallint not null,
  description text not null,
  created_at timestamptz(3) not null,
  constraint survey_complaint_id_cycle_pk primary key (complaint_id, cycle),
  constraint survey_rating check (rating between 1 and 5)
);
comment on table survey is 'Ratings of resolved complaints by their citizens, one in each cycle.';
comment on column survey.rating is '1 to 5 stars.';

alter table survey enable row level security, force row level security;

create policy survey_scope on survey using (
  (select baraza_sees_all()) or exists (select from complaint c where c.id = survey.complaint_id)
);

--> statement-breakpoint
create table feedback (
  id uuid primary key,
  tracking_id text not null,
  citizen_id uuid not null constraint feedback_citizen_id_account_id_fk references account (id),
  category_id uuid not null constraint feedback_category_id_category_id_fk references category (id),
  title text not null,
  description text not null,
  description_text text not null,
  status text not null,
  reply text,
  replier_id uuid constraint feedback_replier_id_account_id_fk references account (id),
  replied_at timestamptz(3),
  created_at timestamptz(3) not null,
  demo boolean not null default false,
  search tsvector generated always as (search_words(title || ' ' || description_text)) stored
);
comment on table feedback is 'Feedback about the portal, which belongs to no MDA.';
comment on column feedback.description is 'Sanitised HTML.';
comment on column feedback.description_text is 'The description as plain text.';
comment on column feedback.reply is 'The reply of the administrators or oversight.';
comment on column feedback.demo is 'Sample data, removable as a whole.';
comment on column feedback.search is
  'Full-text vector; a column, since behind row-level security no index over an expression is used.';

create unique index feedback_tracking_id on feedback (tracking_id);
create index feedback_citizen on feedback (citizen_id, created_at desc, id desc);
create index feedback_created on feedback (created_at desc, id desc);
create index feedback_search on feedback using gin (search);
create index feedback_tracking_tail on feedback (reverse(tracking_id) text_pattern_ops);
create index feedback_status on feedback (status, created_at desc, id desc);
create index feedback_category on feedback (category_id, created_at desc, id desc);
create index feedback_demo on feedback (id) where demo;

alter table feedback enable row level security, force row level security;

create policy feedback_scope on feedback using ((select baraza_sees_all()) or (select baraza_is_administrator()));

--> statement-breakpoint
create table feedback_event (
  feedback_id uuid not null constraint feedback_event_feedback_id_feedback_id_fk references feedback (id),
  seq integer not null,
  at timestamptz(3) not null,
  action text not null,
  actor_id uuid,
  salt bytea,
  content_digest bytea not null,
  digest bytea not null,
  constraint feedback_event_feedback_id_seq_pk primary key (feedback_id, seq)
);
comment on table feedback_event is 'What happened to feedback, for the log; its words are in feedback.';
comment on column feedback_event.seq is '1: it was filed; 2: it was answered.';
comment on column feedback_event.actor_id is 'Who answered.';
comment on column feedback_event.salt is 'Salt of content_digest; erased together with the words.';
comment on column feedback_event.content_digest is 'Salted digest of the words.';
comment on column feedback_event.digest is 'SHA-256 over the facts and content_digest: its entry in the log.';

create function feedback_event_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'salt') = (to_jsonb(old) - 'salt') and new.salt is null then
    return new;
  end if;
  if tg_op = 'DELETE'
    and current_setting('baraza.removing_demo', true) = 'on'
    and exists (select from feedback f where f.id = old.feedback_id and f.demo)
  then
    return old;
  end if;
  raise exception 'feedback_event is append-only' using errcode = 'restrict_violation';
end $$;
comment on function feedback_event_append_only is 'Lets words be erased and sample data removed; refuses all else.';

create trigger feedback_event_append_only before update or delete on feedback_event
  for each row execute function feedback_event_append_only();
create trigger feedback_event_no_truncate before truncate on feedback_event
  for each statement execute function refuse_change();

alter table feedback_event enable row level security, force row level security;

create policy feedback_event_scope on feedback_event using ((select baraza_is_system()))
  with check (coalesce(current_setting('baraza.scope', true), '') <> '');

--> statement-breakpoint
create table file (
  id uuid primary key,
  storage_key text not null,
  file_name text not null,
  kind text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  preview bytea,
  position integer not null default 0,
  complaint_id uuid constraint file_complaint_id_complaint_id_fk references complaint (id),
  event_seq integer,
  feedback_id uuid constraint file_feedback_id_feedback_id_fk references feedback (id),
  account_id uuid constraint file_account_id_account_id_fk references account (id),
  created_at timestamptz(3) not null
);
comment on table file is 'Uploaded files. Their bytes are in the file store under storage_key.';
comment on column file.storage_key is 'A random name: nothing that a person chose reaches the file store.';
comment on column file.file_name is 'The name that the uploader gave it.';
comment on column file.content_type is 'Determined by the server from the bytes.';
comment on column file.size is 'In bytes.';
comment on column file.preview is 'First page of a PDF as a WebP.';
comment on column file.position is 'Order among the files of one step or feedback, from 0.';
comment on column file.event_seq is
  'The step of the complaint that it came with; null: it was filed with the complaint.';
comment on column file.account_id is 'The uploader; null for logos of MDAs.';

create unique index file_storage_key on file (storage_key);
create index file_complaint on file (complaint_id);
create index file_feedback on file (feedback_id);
create index file_account on file (account_id);

alter table file enable row level security, force row level security;

-- Files of visible complaints and feedback, logos, and the pictures of staff.
create policy file_scope on file using (
  (select baraza_sees_all())
  or exists (select from complaint c where c.id = file.complaint_id)
  or exists (select from feedback f where f.id = file.feedback_id)
  or (complaint_id is null and feedback_id is null and (
    account_id is null or exists (select from account a where a.id = file.account_id and a.role <> 'citizen')
  ))
);

--> statement-breakpoint
create table upload (
  id uuid primary key,
  citizen_id uuid not null constraint upload_citizen_id_account_id_fk references account (id) on delete cascade,
  file_name text not null,
  content_type text not null,
  length bigint not null,
  received bigint not null default 0,
  pieces text[] not null default '{}',
  claimed_by text,
  claims integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on table upload is 'Files that arrive in pieces, until something that is submitted names them.';
comment on column upload.length is 'Declared, in bytes.';
comment on column upload.received is 'Bytes that are there.';
comment on column upload.pieces is
  'Keys of the pieces in the file store, in order; none of one that was filed.';
comment on column upload.claimed_by is 'Keyed hash of the idempotency key of the submission that named it, or of the id of that request.';
comment on column upload.claims is 'How many requests of that submission are being handled.';

create index upload_citizen on upload (citizen_id);
create index upload_expiry on upload (expires_at);

alter table upload enable row level security, force row level security;

-- Until it is filed nobody but its citizen meets it, whose calls are the system's.
create policy upload_scope on upload using ((select baraza_is_system()));

--> statement-breakpoint
create table idempotency_key (
  citizen_id uuid not null
    constraint idempotency_key_citizen_id_account_id_fk references account (id) on delete cascade,
  key text not null,
  request_digest bytea not null,
  complaint_id uuid,
  feedback_id uuid,
  reply text,
  created_at timestamptz(3) not null,
  constraint idempotency_key_citizen_id_key_pk primary key (citizen_id, key),
  constraint idempotency_key_result check (num_nonnulls(complaint_id, feedback_id, reply) <= 1)
);
comment on table idempotency_key is
  'Calls that must not happen twice: a repeated key of a person or program returns the first result.';
comment on column idempotency_key.key is 'Keyed hash; the receipt code is derived from the key itself.';
comment on column idempotency_key.request_digest is 'SHA-256 of fields and files, which tells a reused key apart.';
comment on column idempotency_key.complaint_id is
  'The complaint filed under the key; at most this, feedback_id or reply is set.';
comment on column idempotency_key.feedback_id is 'The feedback filed under the key.';
comment on column idempotency_key.reply is 'The sealed reply of any other call, for a day; null where a repeat reads anew or is refused.';

alter table idempotency_key enable row level security, force row level security;

-- Staff meet keys of calls at the desk alone; those of citizens are the system's.
create policy idempotency_key_scope on idempotency_key using
  (num_nonnulls(complaint_id, feedback_id) = 0 or (select baraza_is_system()));

--> statement-breakpoint
-- Known issues ----------------------------------------------------------------------------------------------------------

-- Its words are public, as an MDA's are: no rows to keep from anybody.
create table known_issue (
  id uuid primary key,
  mda_id uuid not null constraint known_issue_mda_id_mda_id_fk references mda (id),
  title text not null,
  text text not null,
  owner_id uuid not null constraint known_issue_owner_id_account_id_fk references account (id),
  promised_date date,
  area_code text constraint known_issue_area_code_area_code_fk references area (code),
  state text not null default 'open',
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  version integer not null default 1,
  constraint known_issue_state check (state in ('open', 'solved') and (state = 'open') = (closed_at is null))
);
comment on table known_issue is 'What an MDA published about an issue that several people reported.';
comment on column known_issue.owner_id is 'Who of the staff looks after it.';
comment on column known_issue.promised_date is 'The day by which the MDA wants to have solved it.';
comment on column known_issue.area_code is 'Where it is; null for anywhere.';

create index known_issue_mda on known_issue (mda_id, state);

--> statement-breakpoint
create table burst (
  mda_id uuid not null constraint burst_mda_id_mda_id_fk references mda (id),
  category_id uuid not null constraint burst_category_id_category_id_fk references category (id),
  area_code text constraint burst_area_code_area_code_fk references area (code),
  day date not null,
  usual real not null,
  constraint burst_kind unique nulls not distinct (mda_id, category_id, area_code, day)
);
comment on table burst is 'Days on which far more complaints of a category came in than usual.';
comment on column burst.area_code is 'Where they came from; null for anywhere.';
comment on column burst.usual is 'How many had come by that hour on the last eight such weekdays, on average.';

--> statement-breakpoint
create table known_issue_update (
  id uuid primary key,
  known_issue_id uuid not null constraint known_issue_update_known_issue_id_known_issue_id_fk
    references known_issue (id) on delete cascade,
  text text not null,
  solved boolean not null,
  at timestamptz(3) not null,
  author_id uuid not null constraint known_issue_update_author_id_account_id_fk references account (id),
  notified_to uuid
);
comment on table known_issue_update is 'Public news of a known issue.';
comment on column known_issue_update.solved is 'Whether it closed the issue.';
comment on column known_issue_update.notified_to is
  'The last follower who was notified; they are notified in the order of their ids.';

create index known_issue_update_issue on known_issue_update (known_issue_id, at);

--> statement-breakpoint
create table known_issue_follower (
  known_issue_id uuid not null constraint known_issue_follower_known_issue_id_known_issue_id_fk
    references known_issue (id) on delete cascade,
  account_id uuid not null constraint known_issue_follower_account_id_account_id_fk
    references account (id) on delete cascade,
  since timestamptz(3) not null,
  constraint known_issue_follower_known_issue_id_account_id_pk primary key (known_issue_id, account_id)
);
comment on table known_issue_follower is
  'Citizens who get the updates: those who follow it, and those whose complaint was gathered.';

create index known_issue_follower_account on known_issue_follower (account_id);

alter table known_issue_follower enable row level security, force row level security;

-- The MDA counts them; who they are it does not read.
create policy known_issue_follower_scope on known_issue_follower using (
  (select baraza_sees_all())
  or exists (select from known_issue k where k.id = known_issue_id and k.mda_id = (select baraza_mda()))
);

--> statement-breakpoint
create table known_issue_complaint (
  complaint_id uuid primary key constraint known_issue_complaint_complaint_id_complaint_id_fk
    references complaint (id) on delete cascade,
  known_issue_id uuid not null constraint known_issue_complaint_known_issue_id_known_issue_id_fk
    references known_issue (id) on delete cascade
);
comment on table known_issue_complaint is 'Complaints that were gathered into a known issue.';

create index known_issue_complaint_issue on known_issue_complaint (known_issue_id);

alter table known_issue_complaint enable row level security, force row level security;

create policy known_issue_complaint_scope on known_issue_complaint using (
  (select baraza_sees_all()) or exists (select from complaint c where c.id = known_issue_complaint.complaint_id)
);

--> statement-breakpoint
-- Notifications ---------------------------------------------------------------------------------------------------------

create table notification (
  id uuid primary key,
  account_id uuid not null constraint notification_account_id_account_id_fk references account (id) on delete cascade,
  complaint_id uuid constraint notification_complaint_id_complaint_id_fk references complaint (id),
  known_issue_id uuid constraint notification_known_issue_id_known_issue_id_fk
    references known_issue (id) on delete cascade,
  title text,
  body text,
  action text,
  office text,
  kind text,
  step integer,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  mailed_at timestamptz(3),
  seq bigint generated always as identity,
  constraint notification_about check (num_nonnulls(complaint_id, known_issue_id) = 1),
  constraint notification_words check ((kind is null) = (title is not null) and (kind is null) = (body is not null))
);
comment on table notification is
  'Notifications of citizens in the portal, which have words, and of staff at the desk, which have a kind.';
comment on column notification.known_issue_id is 'To a citizen: the known issue that has news.';
comment on column notification.action is 'To a citizen: which step it tells of.';
comment on column notification.office is
  'To a citizen: the name of the office, to say it in another language.';
comment on column notification.kind is 'To staff: what happened.';
comment on column notification.step is 'To staff: position of the event it tells of.';
comment on column notification.mailed_at is 'To staff: when it was put into a mail.';
comment on column notification.seq is
  'Order of writing: those of one moment too have a first and a last.';

create index notification_account on notification (account_id, created_at desc, id desc);
create index notification_unread on notification (account_id, complaint_id) where read_at is null;

alter table notification enable row level security, force row level security;

-- One look-up for each row: for `exists` PostgreSQL may rather read all complaints first.
create policy notification_scope on notification using (
  (select baraza_sees_all()) or (select true from complaint c where c.id = notification.complaint_id)
);

--> statement-breakpoint
-- Audit trail -----------------------------------------------------------------------------------------------------------

create table audit (
  id uuid primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  actor_role text,
  action text not null,
  object_kind text,
  object_id text,
  object_label text,
  mda_id uuid,
  outcome text not null,
  request_id text,
  network text,
  detail jsonb,
  salt bytea,
  content_digest bytea not null,
  digest bytea not null,
  constraint audit_outcome check (outcome in ('done', 'refused'))
);
comment on table audit is
  'The append-only audit trail: who did what, and who viewed whose data. Refers to no other table, since an entry '
  'outlives its object.';
comment on column audit.actor_role is 'The role at that time.';
comment on column audit.object_kind is 'Kind of the object, such as complaint or mda.';
comment on column audit.object_label is
  'Public name of the object, such as a tracking id or an MDA; never the name of a citizen.';
comment on column audit.mda_id is 'The MDA whose supervisors may read the entry.';
comment on column audit.network is 'Network address of the client. Erasable.';
comment on column audit.detail is 'What else belongs to the action. Erasable.';
comment on column audit.salt is 'Salt of content_digest; erased together with the content.';
comment on column audit.content_digest is 'Salted digest of network and detail: erasing them leaves digest and log valid.';
comment on column audit.digest is 'SHA-256 over all other facts and content_digest: its entry in the log.';

create index audit_newest on audit (at desc, id desc);
create index audit_mda on audit (mda_id, at desc, id desc) where mda_id is not null;
create index audit_actor on audit (actor_id, at desc, id desc) where actor_id is not null;
create index audit_object on audit (object_id, at desc, id desc) where object_id is not null;
create index audit_label on audit (object_label, at desc, id desc) where object_label is not null;
create index audit_action on audit (action, at desc, id desc);
create index audit_listed on audit using gin (array_to_tsvector(string_to_array(detail ->> 'shown', ', ')))
  where action = 'complaint.listed';
create index audit_refused on audit (at desc, id desc) where outcome = 'refused';

create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from log_entry e join log_tombstone t on t.source = 'audit' and t.below > e.index
    where e.subject = old.id and e.source = 'audit')
  then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - '{network,detail,salt}'::text[]) = (to_jsonb(old) - '{network,detail,salt}'::text[])
    and new.network is null and new.detail is null and new.salt is null
  then
    return new;
  end if;
  raise exception 'audit is append-only' using errcode = 'restrict_violation';
end $$;
comment on function audit_append_only is
  'Lets an entry lose its erasable content, and be removed below a tombstone of the log; refuses all else.';

create trigger audit_append_only before update or delete on audit
  for each row execute function audit_append_only();

create trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_change();

alter table audit enable row level security, force row level security;

-- Every scope adds to the trail; not every scope reads it.
create policy audit_scope on audit using (
  (select baraza_sees_all()) or (select baraza_is_administrator()) or mda_id = (select baraza_mda())
) with check (coalesce(current_setting('baraza.scope', true), '') <> '');

--> statement-breakpoint
-- The log ---------------------------------------------------------------------------------------------------------------

create table log_pending (
  source text not null,
  subject uuid not null,
  seq integer not null,
  entry bytea not null,
  since timestamptz(3) not null default now(),
  place bigint generated always as identity constraint log_pending_pkey primary key
);
comment on table log_pending is
  'Committed events that wait for their place in the log. The sequencer takes whatever it sees, so none is skipped, in whatever '
  'order they commit.';
comment on column log_pending.source is 'Where the event is: complaint, feedback, audit or tombstone.';
comment on column log_pending.subject is 'The complaint, feedback, audit entry or tombstone.';
comment on column log_pending.seq is 'Number of the event of a complaint or feedback; otherwise 0.';
comment on column log_pending.entry is 'Digest of the event.';
comment on column log_pending.since is 'When it was written; the metrics watch the oldest.';
comment on column log_pending.place is 'Those of one complaint enter the log in this order: each is drawn while its row is locked.';

alter table log_pending enable row level security, force row level security;

create policy log_pending_scope on log_pending using ((select baraza_is_system()))
  with check (coalesce(current_setting('baraza.scope', true), '') <> '');

create function log_event() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'complaint_event' then
    insert into log_pending values ('complaint', new.complaint_id, new.seq, new.digest);
  elsif tg_table_name = 'feedback_event' then
    insert into log_pending values ('feedback', new.feedback_id, new.seq, new.digest);
  else
    insert into log_pending values (tg_argv[0], new.id, 0, new.digest);
  end if;
  return null;
end $$;
comment on function log_event is 'Hands a new event to the log, whoever writes it.';

create trigger complaint_event_log after insert on complaint_event for each row execute function log_event();
create trigger feedback_event_log after insert on feedback_event for each row execute function log_event();
create trigger audit_log after insert on audit for each row execute function log_event('audit');

--> statement-breakpoint
create table log_entry (
  index bigint primary key,
  source text not null,
  subject uuid not null,
  seq integer not null,
  entry bytea not null,
  seal bytea not null
);
comment on table log_entry is 'The log: digests of events in their order, which is published and never changes.';
comment on column log_entry.index is 'Place in the log, from 0 without gaps.';
comment on column log_entry.seal is
  'HMAC over all other columns, with the key for seals: names what somebody with the database alone rewrote.';

create index log_entry_subject on log_entry (subject, seq);

create trigger log_entry_append_only before update or delete or truncate on log_entry
  for each statement execute function refuse_change();

alter table log_entry enable row level security, force row level security;

create policy log_entry_scope on log_entry using ((select baraza_is_system()));

-- Places and digests alone, which are public: the events of a feed are behind policies of their own.
create policy log_entry_feed on log_entry for select using (
  source = 'complaint' and (select coalesce(current_setting('baraza.scope', true), '') not in ('', 'none'))
);

--> statement-breakpoint
create table log_node (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  constraint log_node_level_index_pk primary key (level, index)
);
comment on table log_node is 'Hashes of full tiles: one of level n covers 256 of level n - 1; level 0 are the entries.';

create trigger log_node_append_only before update or delete or truncate on log_node
  for each statement execute function refuse_change();

--> statement-breakpoint
create table log_key (
  verifier_key text primary key,
  first_index bigint not null,
  since timestamptz(3) not null,
  statement text
);
comment on table log_key is 'Public keys that the log was signed with, so that older checkpoints stay checkable.';
comment on column log_key.first_index is 'Size of the log when the key came into use.';
comment on column log_key.statement is
  'Under a new name of the log, signed with the former key: that it goes on here. Of a new key, signed with it: its former keys.';

create trigger log_key_append_only before update or delete or truncate on log_key
  for each statement execute function refuse_change();

--> statement-breakpoint
create table log_checkpoint (
  singleton boolean primary key default true,
  note text not null,
  at timestamptz(3) not null,
  published text,
  published_at timestamptz(3),
  went_back_at timestamptz(3),
  altered_at timestamptz(3),
  constraint log_checkpoint_singleton check (singleton)
);
comment on table log_checkpoint is 'One row: the newest signed checkpoint, and the newest that was published.';
comment on column log_checkpoint.published is 'With the time, and cosigned by the witnesses that answered.';
comment on column log_checkpoint.went_back_at is
  'When the log last went back, as by a restore: a part of its name since then.';
comment on column log_checkpoint.altered_at is
  'When it was first seen that the log is not what was signed; null: it is.';

--> statement-breakpoint
create table log_published (
  size bigint primary key,
  published text not null
);
comment on table log_published is 'The first published checkpoint of each size, so that a receipt stays as it was made first.';

create trigger log_published_append_only before update or delete or truncate on log_published
  for each statement execute function refuse_change();

--> statement-breakpoint
create table log_witness (
  verifier_key text primary key,
  since timestamptz(3) not null,
  size bigint not null default 0,
  agreed_at timestamptz(3),
  refusal text,
  alarmed_at timestamptz(3)
);
comment on table log_witness is 'What the witnesses named in WITNESSES said.';
comment on column log_witness.since is 'When it was first asked.';
comment on column log_witness.size is 'Size of the log when it last agreed.';
comment on column log_witness.refusal is 'Why it refuses the log.';
comment on column log_witness.alarmed_at is 'When oversight was told that it refuses or is silent.';

--> statement-breakpoint
create table log_tombstone (
  id uuid primary key,
  at timestamptz(3) not null,
  source text not null,
  subject uuid,
  seq integer,
  below bigint,
  digest bytea not null,
  constraint log_tombstone_object check (num_nonnulls(subject, below) = 1)
);
comment on table log_tombstone is
  'What was erased or removed on purpose. Each is an event of the log itself, so that it tells erasure from tampering.';
comment on column log_tombstone.source is 'Where the event was.';
comment on column log_tombstone.subject is 'The complaint, feedback or audit entry.';
comment on column log_tombstone.seq is 'The event whose words are erased; null: all events of the subject.';
comment on column log_tombstone.below is 'Every event of the source before this place in the log is removed.';
comment on column log_tombstone.digest is
  'HMAC over the facts, and its entry in the log: somebody with the database alone can make none.';

create index log_tombstone_subject on log_tombstone (subject);

create trigger log_tombstone_append_only before update or delete or truncate on log_tombstone
  for each statement execute function refuse_change();
create trigger log_tombstone_log after insert on log_tombstone for each row execute function log_event('tombstone');

alter table log_tombstone enable row level security, force row level security;

create policy log_tombstone_scope on log_tombstone using ((select baraza_is_system()));

--> statement-breakpoint
-- Privacy ---------------------------------------------------------------------------------------------------------------

create table erasure (
  account_id uuid primary key,
  at timestamptz(3) not null
);
comment on table erasure is 'Accounts that were erased, by id alone. After a restore they are erased again.';

alter table erasure enable row level security, force row level security;

create policy erasure_scope on erasure using ((select baraza_is_system()));

--> statement-breakpoint
-- Installation ----------------------------------------------------------------------------------------------------------

create table installation (
  singleton boolean primary key default true,
  id uuid not null,
  demo_removed_at timestamptz(3),
  key_id text,
  data_key text,
  backed_up_at timestamptz(3),
  backup_faults integer not null default 0,
  log_verified_at timestamptz(3),
  log_faults integer not null default 0,
  constraint installation_singleton check (singleton)
);
comment on table installation is 'One row: identity and data key of this installation.';
comment on column installation.singleton is 'Always true: there is no second row.';
comment on column installation.id is 'Keys of its files begin with a part of it.';
comment on column installation.demo_removed_at is
  'When the sample data were removed; they do not come back by themselves.';
comment on column installation.key_id is 'Identifies the secret key that sealed the data key, without revealing it.';
comment on column installation.data_key is
  'The key from which all others are derived, sealed with the secret key; null: the secret key itself.';
comment on column installation.backed_up_at is 'When `backup` last ended with a whole backup.';
comment on column installation.backup_faults is 'Files that were missing or altered then.';
comment on column installation.log_verified_at is 'When `verify-log` last ended.';
comment on column installation.log_faults is 'Faults that it found.';

--> statement-breakpoint
-- Jobs and mails --------------------------------------------------------------------------------------------------------

create table scheduled_task (
  task text primary key,
  last_due_at timestamptz(3) not null
);
comment on table scheduled_task is 'When each scheduled task was last due and enqueued, by any server.';

--> statement-breakpoint
create table mail_outbox (
  id bigint primary key generated always as identity,
  lane smallint not null,
  sealed text not null,
  citizen_id uuid,
  complaint_id uuid,
  notification_ids uuid[],
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error_code text
);
comment on table mail_outbox is
  'Mails that wait to be sent. A row goes once its mail is sent, or no longer true.';
comment on column mail_outbox.lane is 'Lower lanes are sent first.';
comment on column mail_outbox.sealed is 'Recipient and words, encrypted with the key for mails.';
comment on column mail_outbox.citizen_id is
  'The citizen it is for: erased with them. No reference, so that it holds no lock on the account.';
comment on column mail_outbox.complaint_id is
  'The complaint of theirs that it is about: deleted when that loses its person.';
comment on column mail_outbox.notification_ids is
  'The notifications to a member of staff that it tells of: not sent once they are recused from one.';
comment on column mail_outbox.next_try_at is 'While somebody sends it: when another may try.';
comment on column mail_outbox.attempts is
  'Failures of this mail. Tries while the mail server was away do not count.';

create index mail_outbox_due on mail_outbox (lane, next_try_at, id);
-- News of a complaint leave with earlier ones that wait.
create index mail_outbox_complaint on mail_outbox (complaint_id, citizen_id, id) where complaint_id is not null;

alter table mail_outbox enable row level security, force row level security;

-- Every scope enqueues mails; only the system reads, sends and deletes them.
create policy mail_outbox_scope on mail_outbox using ((select baraza_is_system()))
  with check (coalesce(current_setting('baraza.scope', true), '') <> '');

--> statement-breakpoint
-- Channels --------------------------------------------------------------------------------------------------------------

create table inbound_message (
  id uuid primary key,
  channel text not null,
  external_id text not null,
  number_hash bytea not null,
  complaint_id uuid,
  sealed text not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  handled_at timestamptz(3),
  sealed_reply text,
  constraint inbound_message_once unique (channel, external_id)
);
comment on table inbound_message is 'Messages that arrived by a channel, kept 30 days.';
comment on column inbound_message.external_id is 'Keyed hash of the id that the gateway gave it: it sends the same one again.';
comment on column inbound_message.number_hash is 'Keyed hash of the number, or of the address of a mail.';
comment on column inbound_message.complaint_id is 'The complaint that a mail answers.';
comment on column inbound_message.sealed is 'Number and words, or a mail until it is handled; encrypted with the key for channels.';
comment on column inbound_message.at is 'When it was written, by the clock of the gateway.';
comment on column inbound_message.handled_at is 'Null while it waits.';
comment on column inbound_message.sealed_reply is 'What was answered, encrypted.';

create index inbound_message_waiting on inbound_message (channel, number_hash) where handled_at is null;
create index inbound_message_received on inbound_message (received_at);
create index inbound_message_number on inbound_message (number_hash);
create index inbound_message_complaint on inbound_message (complaint_id) where complaint_id is not null;

alter table inbound_message enable row level security, force row level security;

create policy inbound_message_scope on inbound_message using ((select baraza_is_system()));

create table channel_dialogue (
  channel text not null,
  number_hash bytea not null,
  sealed text,
  updated_at timestamptz(3) not null,
  primary key (channel, number_hash)
);
comment on table channel_dialogue is 'Where the dialogue with a number stands, encrypted; kept 30 days.';

alter table channel_dialogue enable row level security, force row level security;

create policy channel_dialogue_scope on channel_dialogue using ((select baraza_is_system()));

create table channel_contact (
  account_id uuid primary key constraint channel_contact_account_id_account_id_fk references account (id) on delete cascade,
  channel text not null,
  number_hash bytea not null,
  sealed text not null,
  stopped boolean not null default false
);
comment on table channel_contact is 'The number from which a guest filed; erased with the guest.';
comment on column channel_contact.sealed is 'Number and key of the filing, encrypted with the key for channels.';
comment on column channel_contact.stopped is 'Whether they ended messages by STOP.';

create index channel_contact_number on channel_contact (number_hash);

alter table channel_contact enable row level security, force row level security;

create policy channel_contact_scope on channel_contact using ((select baraza_is_system()));

create table delivery (
  id uuid primary key,
  channel text not null,
  citizen_id uuid,
  complaint_id uuid,
  steps integer[] not null default '{}',
  external_id text,
  state text not null,
  why text,
  at timestamptz(3) not null
);
comment on table delivery is 'What became of each SMS and WhatsApp message, and of each mail to a citizen about their complaint, kept 30 days; erased with its citizen.';
comment on column delivery.steps is 'Steps of the complaint that it tells.';
comment on column delivery.external_id is 'Keyed hash of what the gateway calls it.';
comment on column delivery.state is 'queued, sent, failed, delivered or read.';
comment on column delivery.why is 'Code of the failure, or status that the gateway reported.';

create index delivery_external on delivery (channel, external_id) where external_id is not null;
create index delivery_citizen on delivery (citizen_id);
create index delivery_at on delivery (at);
create index delivery_complaint on delivery (complaint_id);

alter table delivery enable row level security, force row level security;

create policy delivery_scope on delivery
  using ((select baraza_sees_all()) or exists (select from complaint c where c.id = delivery.complaint_id))
  with check (coalesce(current_setting('baraza.scope', true), '') <> '');

--> statement-breakpoint
-- Suggestions -----------------------------------------------------------------------------------------------------------

create table learned_target (
  target_id uuid primary key,
  complaints integer not null,
  grams integer not null
);
comment on table learned_target is 'What complaints taught about an MDA or a category.';

create table learned_gram (
  bucket integer not null,
  target_id uuid not null constraint learned_gram_target_id_learned_target_target_id_fk references learned_target (target_id)
    on delete cascade,
  citizens integer not null default 0,
  guests integer not null default 0,
  primary key (bucket, target_id)
);
comment on table learned_gram is 'How many people wrote a hashed 4-gram or word in complaints of an MDA or a category.';
comment on column learned_gram.guests is 'Complaints without an account, which count as one person.';

create table learned_complaint (
  complaint_id uuid not null constraint learned_complaint_complaint_id_complaint_id_fk references complaint (id) on delete cascade,
  kind text not null,
  target_id uuid not null constraint learned_complaint_target_id_learned_target_target_id_fk references learned_target (target_id),
  is_hit boolean,
  learned_at timestamptz(3) not null,
  primary key (complaint_id, kind)
);
create index learned_complaint_tests on learned_complaint (kind, learned_at desc);
alter table learned_complaint enable row level security, force row level security;
create policy learned_complaint_scope on learned_complaint using ((select baraza_is_system()));
comment on table learned_complaint is 'Which MDA and which category a complaint counts for, and whether it was suggested before.';

--> statement-breakpoint
-- Queues and statistics -------------------------------------------------------------------------------------------------

create table queue_count (
  mda_id uuid not null,
  kind text not null,
  account_id uuid,
  due_at timestamptz(3),
  unit_id uuid,
  count integer not null
);
comment on table queue_count is
  'Complaints in each queue of an MDA: the sum over its rows. The trigger complaint_changed only adds rows, so '
  'that writers never wait for each other; a job compacts them.';
comment on column queue_count.kind is 'Name of the queue.';
comment on column queue_count.account_id is 'The officer of assigned.';
comment on column queue_count.due_at is 'The date of due.';
comment on column queue_count.unit_id is 'The unit of the complaints; readers behind walls count theirs.';
comment on column queue_count.count is 'To be added up; may be negative.';

create index queue_count_mda on queue_count (mda_id, kind);

create function complaint_queues_of(c complaint)
returns table (mda_id uuid, kind text, account_id uuid, due_at timestamptz, unit_id uuid) language sql immutable as $$
  select q.mda_id, q.kind, q.account_id, q.due_at, c.unit_id
  from (select c.state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal') as is_open) as s,
    lateral (values
      (c.mda_id, 'open', null::uuid, null::timestamptz, s.is_open),
      (c.mda_id, 'resolved', null, null, c.state = 'resolved'),
      (c.mda_id, 'withCitizen', null, null, c.state = 'awaiting_citizen'),
      (c.mda_id, 'undecided', null, null, c.state in ('transfer_undecided', 'appeal')),
      (c.offered_to_mda_id, 'offered', null, null, c.offered_to_mda_id is not null),
      (c.mda_id, 'unassigned', null, null, s.is_open and c.assignee_id is null),
      (c.mda_id, 'assigned', c.assignee_id, null, s.is_open and c.assignee_id is not null),
      (c.mda_id, 'toAnswer', c.assignee_id, null,
        s.is_open and c.assignee_id is not null and c.citizen_wrote_at is not null),
      (c.mda_id, 'followUp', c.assignee_id, c.follow_up_on::timestamp at time zone 'UTC',
        s.is_open and c.assignee_id is not null and c.follow_up_on is not null),
      (c.mda_id, 'due', null, c.due_at, s.is_open and c.due_at is not null),
      (c.mda_id, 'reopened', null, null, s.is_open and c.cycle > 1),
      (c.mda_id, 'escalated', null, null, s.is_open and c.escalated_at is not null)
    ) as q (mda_id, kind, account_id, due_at, holds)
  where q.holds
$$;
comment on function complaint_queues_of is 'The queues that a complaint is in, from its row alone.';

create function complaint_volume(c complaint, sign integer)
returns table (mda_id uuid, month date, total integer, resolved integer) language sql immutable as $$
  select c.mda_id, date_trunc('month', c.submitted_at at time zone 'UTC')::date,
    sign * (c.state <> 'merged')::integer, sign * (c.state = 'resolved')::integer
$$;
comment on function complaint_volume is 'How a complaint counts in the volumes of its MDA.';

alter table queue_count enable row level security, force row level security;

-- A transfer changes the queues of another MDA: every scope adds rows there, and reads its own alone.
create policy queue_count_scope on queue_count using (
  (select baraza_sees_all()) or mda_id = (select baraza_whole_mda()) or unit_id = any((select baraza_walls())::uuid[])
) with check (coalesce(current_setting('baraza.scope', true), '') <> '');

--> statement-breakpoint
create table mda_monthly_stats (
  mda_id uuid not null,
  month date not null,
  total integer not null,
  resolved integer not null
);
comment on table mda_monthly_stats is
  'Complaints of an MDA by month of submission: the sum over its rows. The trigger complaint_changed only adds rows; a job '
  'compacts them.';
comment on column mda_monthly_stats.month is 'First day of the month, in UTC.';
comment on column mda_monthly_stats.total is 'Complaints submitted in the month, without duplicates; may be negative.';
comment on column mda_monthly_stats.resolved is 'Those of them that stand resolved now.';

create index mda_monthly_stats_month on mda_monthly_stats (mda_id, month);

--> statement-breakpoint
create table public_numbers (
  month text primary key not null,
  numbers jsonb not null constraint public_numbers_dated check (numbers ? 'publishedAt'),
  demo boolean not null
);
comment on table public_numbers is
  'The public numbers of each month, rounded, with the names of then; never changed.';
comment on column public_numbers.month is 'YYYY-MM';
comment on column public_numbers.demo is 'Counts sample data, and goes with them.';

create trigger public_numbers_frozen before update on public_numbers
  for each row execute function refuse_change();
create trigger public_numbers_kept before delete on public_numbers
  for each row when (not old.demo) execute function refuse_change();
create trigger public_numbers_no_truncate before truncate on public_numbers
  for each statement execute function refuse_change();

--> statement-breakpoint
create table announcement (
  channel text not null,
  payload text not null,
  since timestamptz(3) not null default now()
);
comment on table announcement is
  'What open screens are to hear of, until the notifier sends it. NOTIFY takes a lock of the whole server: in each commit it would '
  'make writers wait for each other.';
comment on column announcement.channel is 'Channel of NOTIFY.';
comment on column announcement.payload is 'Ids alone.';
comment on column announcement.since is 'When it was written; the metrics watch the oldest.';

alter table announcement enable row level security, force row level security;

create policy announcement_scope on announcement using ((select baraza_is_system()))
  with check (coalesce(current_setting('baraza.scope', true), '') <> '');

create function complaint_changed() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_op = 'INSERT' then
    insert into queue_count select q.*, 1 from complaint_queues_of(new) q;
    insert into mda_monthly_stats select v.* from complaint_volume(new, 1) v;
  else
    insert into queue_count
    select q.mda_id, q.kind, q.account_id, q.due_at, q.unit_id, sum(q.change) from (
      select n.*, 1 as change from complaint_queues_of(new) n where tg_op = 'UPDATE'
      union all
      select o.*, -1 from complaint_queues_of(old) o
    ) as q
    group by q.mda_id, q.kind, q.account_id, q.due_at, q.unit_id
    having sum(q.change) <> 0;
    -- Not for a complaint that is deleted: the volumes tell verify-log that it is gone.
    insert into mda_monthly_stats
    select v.mda_id, v.month, sum(v.total), sum(v.resolved) from (
      select n.* from complaint_volume(new, 1) n
      union all
      select o.* from complaint_volume(old, -1) o
    ) as v
    where tg_op = 'UPDATE'
    group by v.mda_id, v.month
    having sum(v.total) <> 0 or sum(v.resolved) <> 0;
  end if;
  -- The payload is: MDA, its unit and the one before (- for none), complaint, recused staff, and those of them who could see the complaint until this change. They learn
  -- that something changed, so that it vanishes from their screen, but not what. A payload of NOTIFY has room for 8000 bytes and
  -- an id may be in it twice: beyond 100 recused staff it names no complaint.
  insert into announcement
  select 'complaint', reader.mda_id || ' ' || coalesce(new.unit_id::text, '-') || ' ' || coalesce(old.unit_id::text, '-') || case
    when new.recused_staff = '{}' then ' ' || new.id
    when cardinality(new.recused_staff) > 100 then ''
    else ' ' || new.id || ' ' || array_to_string(new.recused_staff, ',') || coalesce(' ' || (
      select string_agg(staff.id::text, ',') from unnest(new.recused_staff) as staff (id)
      where reader.mda_id in (old.mda_id, old.offered_to_mda_id) and not staff.id = any (old.recused_staff)
    ), '')
  end from (
    select new.mda_id union select new.offered_to_mda_id union select old.mda_id union select old.offered_to_mda_id
  ) as reader (mda_id) where reader.mda_id is not null and tg_op <> 'DELETE';
  return null;
end $$;
comment on function complaint_changed is
  'Adds what changes in queues and volumes as new rows, since updating rows would make writers wait for each other, and announces '
  'the change to every MDA concerned, before and after it.';

create trigger complaint_changed
  after insert or delete or update of version, state, cycle, mda_id, offered_to_mda_id, assignee_id, due_at, escalated_at on complaint
  for each row execute function complaint_changed();
