import type pg from 'pg';
import { readSettings } from '../../apps/api/src/config/settings.ts';

/*
 * Fills a portal with many complaints by SQL: always a hundred MDAs, and twenty complaints of each citizen who complains.
 */

export const mdas = 100;
/** Sessions of citizens: enough that none comes near its rate limits. */
export const sessions = 8_000;

const officersEach = 3;
const phrases = 5_000;

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const idSql = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** Number of citizens with complaints. A small portal has others too, so that not everybody complains. */
export const complainersOf = (size: number) => Math.max(1, Math.round(size / 20));
export const citizensOf = (size: number) => Math.max(2_000, complainersOf(size));
export const complaintId = (number: number) => id('e', number);
export const mdaId = (number: number) => id('a', number);
export const citizenId = (number: number) => id('c', number);
export const categoryId = (number: number) => id('b', number);
export const citizenToken = (session: number) => `bench-citizen-session-${session}`;
export const officerToken = (officer: number) => `bench-officer-session-${officer}`;
export const officers = mdas * officersEach;
/** Accounts of oversight: enough that none comes near its rate limits. */
export const overseers = 500;
export const oversightToken = (overseer: number) => `bench-oversight-session-${overseer}`;
/** Supervisors of the one MDA of `gatherAtOneMda`: enough that none comes near its rate limits. */
export const supervisors = 200;
export const supervisorToken = (supervisor: number) => `bench-supervisor-session-${supervisor}`;
/** Returns the tracking ID of a filled-in complaint. */
export const trackingId = (number: number) => `SDP-26-${number.toString(16).toUpperCase().padStart(6, '0')}`;

/** Fills an empty, migrated database, over several connections of a superuser at once. */
export async function fillPortal(clients: readonly [pg.Client, ...pg.Client[]], size: number): Promise<void> {
  const [client] = clients;
  const began = Date.now();
  // The data need not survive a crash, and every reference is valid by construction.
  const setting = `set synchronous_commit = off; set session_replication_role = replica; set baraza.scope = 'system'`;
  for (const one of clients) await one.query(setting);
  await fillPeople(client, citizensOf(size));
  await fillPhrases(client);
  const indexes = await takeIndexes(client);
  const portion = 20_000;
  const portions = Array.from({ length: Math.ceil(size / portion) }, (_, at) => at * portion);
  await share(clients, portions, async (one, first) => {
    await one.query(complaintsSql(first, Math.min(first + portion, size) - 1, size));
    if ((first + portion) % 1_000_000 === 0)
      console.log(`  ${first + portion} complaints after ${secondsSince(began)} s`);
  });
  await share(clients, indexes, (one, definition) => one.query(definition));
  console.log(`  indexes after ${secondsSince(began)} s`);
  await client.query(countersSql);
  await client.query(queuesSql);
  await client.query('drop table phrase');
  for (const one of clients) await one.query('set session_replication_role = default');
  await client.query('vacuum (analyze)');
  console.log(`  filled with ${size} complaints in ${secondsSince(began)} s`);
}

/** Shares pieces of work among clients; each takes the next one when it is done. */
async function share<T>(
  clients: readonly pg.Client[],
  pieces: readonly T[],
  work: (client: pg.Client, piece: T) => Promise<unknown>,
): Promise<void> {
  const left = pieces.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const piece of left) await work(client, piece);
    }),
  );
}

const secondsSince = (began: number) => Math.round((Date.now() - began) / 1_000);

async function fillPeople(client: pg.Client, citizens: number): Promise<void> {
  await client.query(`insert into mda (id, name, created_at)
    select ${idSql('a', 'n')}, 'MDA ' || n, now() from generate_series(0, ${mdas - 1}) n`);
  await client.query(`insert into category (id, kind, name)
    select ${idSql('b', 'n')}, 'complaint', 'Category ' || n from generate_series(0, 9) n`);
  await client.query(`insert into account (id, role, email, first_name, last_name, mda_id, email_verified_at, created_at)
    select ${idSql('c', 'n')}, 'citizen', 'c' || n || '@mail.example', 'First' || n % 997, 'Last' || n, null, now(), now()
      from generate_series(0, ${citizens - 1}) n
    union all select ${idSql('d', 'n')}, 'officer', 'o' || n || '@mail.example', 'Ada', 'Obi ' || n, ${idSql('a', `n % ${mdas}`)},
      now(), now() from generate_series(0, ${officers - 1}) n
    union all select ${idSql('f', 'n')}, 'oversight', 'v' || n || '@mail.example', 'Ada', 'Obi ' || n, null, now(), now()
      from generate_series(0, ${overseers - 1}) n`);
}

/** Replaces all sessions by new ones with the server's lifetimes. */
export async function signEverybodyIn(client: pg.Client, size: number): Promise<void> {
  const { citizen, staff } = readSettings({}).sessions;
  const session = (token: string, account: string, count: number, { absolute }: typeof citizen) => `
    select gen_random_uuid(), sha256(convert_to('${token}' || n, 'UTF8')), ${account}, now(), now(),
      now() + interval '${absolute} milliseconds', now() from generate_series(0, ${count - 1}) n`;
  await client.query('delete from session');
  await client.query(`insert into session (id, token_hash, account_id, created_at, last_used_at, expires_at, reauthenticated_at)
    ${session('bench-citizen-session-', idSql('c', `n % ${citizensOf(size)}`), sessions, citizen)}
    union all ${session('bench-officer-session-', idSql('d', 'n'), officers, staff)}
    union all ${session('bench-oversight-session-', idSql('f', 'n'), overseers, staff)}`);
  await client.query('vacuum (analyze) session');
}

/** Marks the months as published, so that counting two years of complaints is not measured. */
export async function publishMonths(client: pg.Client): Promise<void> {
  await client.query(`insert into public_numbers (month, numbers, demo)
    select month, jsonb_build_object('month', month, 'publishedAt', now(), 'agencies', '[]'::jsonb), false
    from (select to_char(now() - make_interval(months => n), 'YYYY-MM') as month from generate_series(0, 24) n) as published
    on conflict do nothing`);
}

/** Fills a table of phrases: a few words are frequent, most are rare. */
async function fillPhrases(client: pg.Client): Promise<void> {
  const words = (count: number) =>
    `(select string_agg('word' || translate(floor(power(20000, random()))::int::text, '0123456789', 'abcdefghij'), ' ')
      from generate_series(1, ${count} + n * 0))`;
  await client.query(`select setseed(0.42)`);
  await client.query(`create table phrase as
    select n as key, ${words(5)} as title, ${words(25)} as text from generate_series(0, ${phrases - 1}) n`);
  await client.query('alter table phrase add primary key (key)');
}

/**
 * Inserts complaints with history, surveys and unread notifications. Three in ten are open. They came in over two years; the newest
 * have the highest numbers.
 */
function complaintsSql(first: number, last: number, size: number): string {
  return `with made as (
    insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, title, description, description_text,
      location, incident_date, state, cycle, version, assignee_id, due_at, resolved_at, outcome, submitted_at, updated_at)
    select ${idSql('e', 'n')}, 'SDP-26-' || lpad(upper(to_hex(n)), 6, '0'), ${idSql('c', `n % ${complainersOf(size)}`)},
      ${idSql('a', `n % ${mdas}`)}, ${idSql('b', 'n % 7')}, 'No water ' || p.title, '<p>' || p.text || '</p>', p.text,
      'Road ' || n % 300, (at - interval '1 day')::date, case when is_open then (array['received', 'in_progress',
        'awaiting_citizen'])[1 + n / 100 % 10] else 'resolved' end, 1, case when is_open then 1 else 2 end,
      case when n / 100 % 4 > 0 then ${idSql('d', `n % ${mdas} + ${mdas} * (n / 100 % ${officersEach})`)} end,
      case when is_open then date_trunc('day', at) + interval '22 days' - interval '1 millisecond' end,
      case when not is_open then at + interval '9 days' end, case when not is_open then 'solved' end, at, at
    from generate_series(${first}, ${last}) serial,
      lateral (select serial::bigint as n) numbered,
      lateral (select n / 100 % 10 < 3 as is_open, now() - interval '730 days' * (1 - n::float8 / ${size}) as at) made,
      phrase p where p.key = n * 7919 % ${phrases}
    returning id, citizen_id, assignee_id, state, submitted_at, resolved_at, ${digit} as digit
  ), surveys as (
    insert into survey (complaint_id, cycle, citizen_id, rating, description, created_at)
    select id, 1, citizen_id, 1 + digit::int % 5, 'They came on Tuesday.', resolved_at + interval '1 day' from made
      where state = 'resolved' and digit in ('0', '1', '2')
  ), news as (
    insert into notification (id, account_id, complaint_id, title, body, created_at)
    select gen_random_uuid(), citizen_id, id, 'Your complaint was answered', 'Please read the answer.', submitted_at from made
      where digit = '7'
  )
  insert into complaint_event (complaint_id, seq, at, action, from_state, to_state, actor_kind, actor_id, cycle,
    visibility, content_digest, digest)
  ${event(1, `submitted_at, 'submit', null, 'received', 'citizen', citizen_id`, 'true')}
  union all ${event(2, `resolved_at, 'resolve', 'received', 'resolved', 'officer', assignee_id`, `state = 'resolved'`)}`;
}

/** A digit of a complaint's number that varies among the complaints of one citizen. */
const digit = 'substr(id::text, 33, 1)';

const event = (seq: number, columns: string, which: string) => `
  select id, ${seq}, ${columns}, 1, 'public', sha256(uuid_send(id)), sha256(uuid_send(id)) from made where ${which}`;

const countersSql = `insert into mda_monthly_stats (mda_id, month, total, resolved)
  select mda_id, date_trunc('month', submitted_at at time zone 'UTC')::date, count(*),
    count(*) filter (where state = 'resolved') from complaint group by 1, 2`;

const queuesSql = `insert into queue_count (mda_id, kind, account_id, due_at, count)
  select q.mda_id, q.kind, q.account_id, q.due_at, count(*) from complaint c, lateral complaint_queues_of(c) q group by 1, 2, 3, 4`;

/** Drops indexes, so that rows are inserted faster. Returns the statements that make them again. */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
      and tablename in ('complaint', 'complaint_event') and indexname not like '%_pk' and indexname not like '%_pkey'`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Gives all complaints to one MDA, open and of many kinds, and signs its supervisors in. */
export async function gatherAtOneMda(client: pg.Client): Promise<void> {
  await client.query(`set session_replication_role = replica; set baraza.scope = 'system'`);
  const number = `('x' || right(id::text, 8))::bit(32)::int`;
  await client.query(`update complaint set mda_id = '${mdaId(0)}', resolved_at = null, outcome = null,
    state = (array['received', 'in_progress', 'in_progress', 'awaiting_citizen'])[1 + n % 4],
    assignee_id = case when n % 3 > 0 then ${idSql('d', `${mdas} * (n % ${officersEach})`)} end,
    due_at = date_trunc('day', now()) + make_interval(days => n % 41 - 20, hours => n % 24),
    priority = case when n % 10 = 0 then 'high' else 'normal' end, source = case when n % 7 = 0 then 'sms' else 'portal' end,
    tags = case when n % 9 = 0 then array['flood'] else '{}'::text[] end, cycle = 1 + (n % 20 = 0)::int,
    escalated_at = case when n % 15 = 0 then now() end, citizen_wrote_at = case when n % 12 = 0 then now() end
    from (select id as of, ${number} as n from complaint) numbered where id = of and not exists (select from account where role = 'supervisor')`);
  await client.query(`insert into officer_record (complaint_id, mda_id, account_id, kind, at)
    select id, mda_id, assignee_id, kind, submitted_at from complaint, unnest(array['received', 'late']) kind
    where assignee_id is not null and not exists (select from officer_record)`);
  await client.query(`insert into account (id, role, email, first_name, last_name, mda_id, email_verified_at, created_at)
    select ${idSql('9', 'n')}, 'supervisor', 's' || n || '@mail.example', 'Ada', 'Obi ' || n, '${mdaId(0)}', now(), now()
    from generate_series(0, ${supervisors - 1}) n on conflict do nothing`);
  await client.query(`insert into session (id, token_hash, account_id, created_at, last_used_at, expires_at, reauthenticated_at)
    select gen_random_uuid(), sha256(convert_to('bench-supervisor-session-' || n, 'UTF8')), ${idSql('9', 'n')}, now(), now(),
      now() + interval '12 hours', now() from generate_series(0, ${supervisors - 1}) n`);
  await client.query('delete from queue_count');
  await client.query(queuesSql);
  await client.query('set session_replication_role = default');
  await client.query('vacuum (analyze)');
}
