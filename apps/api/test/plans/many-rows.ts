import { auditActions, type Role } from '@baraza/contract';
import pg from 'pg';
import { scopeSetting } from '../../src/db/row-security/scope.ts';
import { insertSession } from '../../src/auth/session/session.store.ts';
import type { TestApp } from '../support/server/app.ts';

/*
 * Enough rows of everything that a list reads for PostgreSQL to choose as among millions: 20,000 complaints of 500
 * citizens over sixty days, one in eight about one of 50 MDAs, three in ten of them open, and thousands of whatever else grows.
 */

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const idSql = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** The instant at which the lists are read. */
export const present = '2026-01-01T12:00:00.000Z';
export const mdaId = id('a', 3);
export const categoryId = id('b', 1);
export const feedbackCategoryId = id('b', 8);
export const jurisdictionId = id('8', 1);
export const areaCode = 'S1';
const citizenId = id('c', 800);
export const officerId = id('d', 3);
export const colleagueId = id('d', 53);
/** A known issue of the MDA, with many complaints. */
export const knownIssueId = id('7', 0);
export const unitId = id('6', 0);
export const customFieldId = id('5', 0);
/** An action on many complaints, which left some undone. */
export const bulkRunId = id('4', 0);
/** A complaint of the citizen about the MDA. */
export const complaintId = id('e', 1_520);
export const trackingId = 'SDP-26-001520';
export const feedbackId = id('f', 20);

/** Readers of the lists. */
const readers: Record<Role, string> = {
  citizen: citizenId,
  officer: officerId,
  supervisor: id('d', 150),
  oversight: id('d', 151),
  administrator: id('d', 152),
  agent: id('d', 153),
};

/** Fills the database of an app; returns the token of a signed-in person of each role. */
export async function fillMany(api: TestApp): Promise<Record<Role, string>> {
  const url = String(api.pool.options.connectionString);
  const superuser = new pg.Client({ connectionString: url.replace('user=baraza', 'user=postgres') });
  await superuser.connect();
  try {
    // Without triggers: their rows are inserted below, and every reference is right.
    await superuser.query(
      `set session_replication_role = replica; set ${scopeSetting} = 'system'; set time zone 'UTC'`,
    );
    for (const statement of statements) await superuser.query(statement);
    await superuser.query('vacuum (analyze)');
  } finally {
    await superuser.end();
  }
  const now = api.clock.now();
  const lives = api.services.settings.sessions;
  const signIn = async (role: Role) => {
    const given = { accountId: readers[role], role, userAgent: 'test', now, lives };
    return [role, await insertSession(api.services.db, given)];
  };
  return Object.fromEntries(await Promise.all((Object.keys(readers) as Role[]).map(signIn))) as Record<Role, string>;
}

const at = `timestamptz '${present}' - n * interval '4 minutes 19 seconds'`;
/** Complaining citizens are spread among many others. */
const complainer = idSql('c', 'n % 500 * 40');
const actions = auditActions.map((action) => `'${action}'`).join(', ');
const hash = (what: string) => `sha256(convert_to(${what}, 'UTF8'))`;

const statements = [
  `insert into mda (id, name, created_at) select ${idSql('a', 'n')}, 'MDA ' || n, now() from generate_series(0, 49) n`,
  `insert into jurisdiction (id, mda_id, name)
    select ${idSql('8', 'n')}, ${idSql('a', '3')}, 'District ' || n from generate_series(0, 4) n`,
  `insert into area (code, name, parent, level, full_name)
    select 'S' || n, 'State ' || n, null, 1, 'State ' || n from generate_series(0, 4) n
    union all select 'W' || n, 'Ward ' || n, 'S' || n % 5, 2, 'Ward ' || n from generate_series(0, 49) n`,
  `insert into category (id, kind, name)
    select ${idSql('b', 'n')}, case when n < 6 then 'complaint' else 'feedback' end, 'Category ' || n from generate_series(0, 9) n`,
  `insert into account (id, role, email, first_name, last_name, mda_id, email_verified_at, created_at)
    select ${idSql('c', 'n')}, 'citizen', 'c' || n || '@mail.example', 'First' || n, 'Last' || n, null, now(), now()
      from generate_series(0, 19999) n
    union all select ${idSql('d', 'n')}, case n when 150 then 'supervisor' when 151 then 'oversight' when 152 then 'administrator'
      else 'officer' end, 'o' || n || '@mail.example', 'Ada', 'Obi ' || n, case when n < 150 then ${idSql('a', 'n % 50')}
      when n = 150 then ${idSql('a', '3')} end, now(), now() from generate_series(0, 152) n`,
  `insert into account (id, role, email, first_name, last_name, centre, email_verified_at, created_at)
    values (${idSql('d', '153')}, 'agent', 'agent@mail.example', 'Ada', 'Obi', 'Umuahia', now(), now())`,
  // Every fiftieth was re-opened; some are offered to one MDA, some were declined twice. Each of the staff is recused from some.
  `insert into complaint (id, tracking_id, citizen_id, mda_id, category_id, jurisdiction_id, area_code, title, description, description_text,
      location, incident_date, state, cycle, version, assignee_id, due_at, escalated_at, offered_to_mda_id, next_reminder_at,
      merged_into_id, resolved_at, submitted_at, updated_at, recused_staff, priority, tags, follow_up_on, citizen_wrote_at, identity, source,
      custom_fields, centre)
    select ${idSql('e', 'n')}, 'SDP-26-' || lpad(n::text, 6, '0'), ${complainer}, ${idSql('a', 'm')},
      ${idSql('b', 'n / 500 % 6')}, case when m = 3 then ${idSql('8', 'n / 10 % 5')} end, 'W' || n / 10 % 50, 'Complaint ' || n, 'x',
      'word' || n % 100 || ' text', 'Here', '2026-01-01', state, 1 + (n / 10 % 50 = 0)::int, 1,
      case when n / 10 % 3 > 0 then ${idSql('d', 'm + n / 10 % 3 * 50 - 50')} end,
      case when is_open then date_trunc('day', at) + interval '22 days' - interval '1 millisecond' end,
      case when is_open and n / 10 % 50 = 0 then at end,
      case when state = 'transfer_offered' then ${idSql('a', 'case when m = 3 then 4 else 3 end')} end, case when is_open then at + interval '2 days' end,
      case when state = 'merged' then ${idSql('e', 'n / 500 * 500 + n % 10')} end,
      case when state = 'resolved' then at + interval '9 days' end, at, at,
      case when n % 8 = 5 then array[${idSql('d', 'n / 8 % 153')}] else '{}' end,
      case when is_marked then 'high' else 'normal' end, case when is_marked then array['flood'] else '{}'::text[] end,
      case when is_marked then date '2025-12-31' end, case when is_marked then at end,
      case when is_marked then 'confidential' else 'named' end, case when is_marked then 'sms' else 'portal' end,
      case when is_marked then '{"${customFieldId}": "blue"}' else '{}' end::jsonb,
      case when is_marked then 'Umuahia' end
    from generate_series(0, 19999) n,
      lateral (select case when n % 10 = 0 then 3 else n / 10 % 50 end as m) as about,
      lateral (select ${at} as at, (array['received', 'in_progress', 'awaiting_citizen', 'rejected', 'resolved', 'resolved',
        'resolved', 'merged', 'withdrawn', 'resolved'])[1 + n / 70 % 10] as usual) as it,
      lateral (select case when usual = 'received' and n / 10 % 7 = 1 then 'transfer_offered'
        when usual = 'received' and n / 10 % 7 = 2 then 'transfer_undecided'
        when usual = 'rejected' and n / 10 % 7 = 2 then 'appeal' else usual end as state) as so,
      lateral (select n / 10 % 40 = 1 as is_marked) as marked,
      lateral (select state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'appeal') as is_open) as opened`,
  `insert into custom_field (id, mda_id, category_id, name, type, personal, asked, position)
    values ('${customFieldId}', '${mdaId}', '${categoryId}', 'Colour', 'text', false, true, 0)`,
  `insert into unit (id, mda_id, name) select ${idSql('6', 'n')}, '${mdaId}', 'Unit ' || n from generate_series(0, 4) n`,
  `insert into throttle (key, uses, until) select ${hash('n::text')}, 1, now() from generate_series(0, 1999) n`,
  `insert into recusal (complaint_id, account_id, since, why)
    select id, unnest(recused_staff), now(), 'by_hand' from complaint`,
  `insert into complaint_event (complaint_id, seq, at, action, from_state, to_state, actor_kind, actor_id, cycle, visibility,
      content_digest, digest)
    select id, 1, submitted_at, 'submit', null, 'received', 'citizen', citizen_id, 1, 'public', ${hash('id::text')}, ${hash('id::text')}
      from complaint`,
  `insert into complaint_event (complaint_id, seq, at, action, from_state, to_state, actor_kind, cycle, visibility, content_digest, digest)
    select id, 2, submitted_at, 'start', 'received', 'in_progress', 'staff', 1, 'public', ${hash('id::text')}, ${hash('id::text')}
      from complaint`,
  `insert into log_entry (index, source, subject, seq, entry, seal)
    select row_number() over (order by submitted_at) - 1, 'complaint', id, 1, ${hash('id::text')}, ${hash('id::text')} from complaint`,
  `insert into survey (complaint_id, cycle, citizen_id, rating, description, created_at)
    select id, cycle, citizen_id, 4, 'Fine.', updated_at from complaint where state = 'resolved'`,
  `insert into delivery (id, channel, citizen_id, complaint_id, state, at)
    select id, 'mail', citizen_id, id, 'sent', submitted_at from complaint`,
  `insert into notification (id, account_id, complaint_id, title, body, created_at, read_at)
    select ${idSql('9', 'n')}, citizen_id, c.id, 'Answered', 'Read it.', submitted_at, case when n % 4 > 0 then submitted_at end
      from generate_series(0, 9999) n join complaint c on c.id = ${idSql('e', 'n')}`,
  `insert into notification (id, account_id, complaint_id, kind, created_at)
    select gen_random_uuid(), '${officerId}', id, 'assigned', submitted_at from complaint where mda_id = '${mdaId}' limit 2000`,
  `insert into known_issue (id, mda_id, title, text, owner_id, created_at)
    select ${idSql('7', 'n')}, '${mdaId}', 'Complaint', 'x', '${officerId}', now() from generate_series(0, 1) n`,
  `insert into known_issue_complaint (complaint_id, known_issue_id)
    select id, ${idSql('7', '0')} from complaint order by submitted_at limit 5000`,
  `update complaint set unit_id = ${idSql('6', `(ascii(right(tracking_id, 2)) - 48) / 2`)} where mda_id = '${mdaId}'`,
  `insert into bulk_run_item (run_id, complaint_id, mda_id, position, version, done)
    select case when n % 1000 < 40 then ${idSql('4', '0')} else gen_random_uuid() end, id, '${mdaId}', n, 1, false
      from (select id, row_number() over () as n from complaint where mda_id = '${mdaId}') c`,
  `insert into known_issue_follower (known_issue_id, account_id, since)
    select ${idSql('7', '0')}, id, now() from account where role = 'citizen' limit 5000`,
  `insert into feedback (id, tracking_id, citizen_id, category_id, title, description, description_text, status, created_at)
    select ${idSql('f', 'n')}, 'SDP-26-F' || lpad(n::text, 5, '0'), ${idSql('c', 'n % 250 * 40')}, ${idSql('b', '6 + n % 4')},
      'Feedback ' || n, 'x', 'word' || n % 500 || ' text', case when n % 100 = 50 then 'Pending' else 'Replied' end, ${at}
      from generate_series(0, 4999) n`,
  `insert into file (id, storage_key, file_name, kind, content_type, size, sha256, complaint_id, feedback_id, account_id, created_at)
    select gen_random_uuid(), md5(n::text), 'tap.png', 'image', 'image/png', 7, ${hash('n::text')},
      case when n % 2 = 0 then ${idSql('e', 'n')} end, case when n % 2 = 1 then ${idSql('f', 'n - 1')} end,
      ${complainer}, now() from generate_series(0, 4999) n`,
  `insert into session (id, token_hash, account_id, created_at, last_used_at, expires_at)
    select gen_random_uuid(), ${hash('n::text')}, ${idSql('c', 'n')}, timestamptz '${present}', timestamptz '${present}',
      timestamptz '${present}' + interval '7 days' from generate_series(0, 4999) n`,
  `insert into audit (id, at, actor_id, actor_role, action, object_kind, object_id, object_label, mda_id, outcome,
      content_digest, digest)
    select gen_random_uuid(), ${at}, ${idSql('d', 'n / 10 % 150')}, 'officer', case when n % 10 = 9
        then (array[${actions}])[1 + n / 10 % ${auditActions.length}] else 'complaint.viewed' end,
      'complaint', ${idSql('e', 'n')}, 'SDP-26-' || lpad(n::text, 6, '0'), ${idSql('a', 'n % 50')},
      case when n % 500 = 3 then 'refused' else 'done' end, ${hash('n::text')}, ${hash('n::text')}
      from generate_series(0, 9999) n`,
  // Each of these lists showed twenty complaints of its own.
  `insert into audit (id, at, actor_id, actor_role, action, object_kind, object_id, mda_id, outcome, detail,
      content_digest, digest)
    select gen_random_uuid(), ${at}, ${idSql('d', 'n / 10 % 150')}, 'officer', 'complaint.listed', 'complaint-list',
      ${idSql('e', 'n % 1000')}, ${idSql('a', 'n / 10 % 50')}, 'done', (select jsonb_build_object('shown', string_agg(
        'SDP-26-' || lpad((n * 20 + shown)::text, 6, '0'), ', ')) from generate_series(0, 19) shown),
      ${hash('n::text')}, ${hash('n::text')} from generate_series(0, 2999) n`,
  // One complaint was read a few times in the MDA of the supervisor.
  `insert into audit (id, at, actor_id, actor_role, action, object_kind, object_id, object_label, mda_id, outcome,
      content_digest, digest)
    select gen_random_uuid(), ${at}, ${idSql('d', '3')}, 'officer', 'complaint.viewed', 'complaint', '${complaintId}', '${trackingId}',
      ${idSql('a', '3')}, 'done', ${hash('n::text')}, ${hash('n::text')} from generate_series(0, 11) n`,
  `insert into mfa (account_id, sealed_key, created_at)
    select ${idSql('c', 'n')}, 'sealed', now() from generate_series(0, 1999) n`,
  `insert into recovery_code (account_id, code_hash)
    select ${idSql('c', 'n % 500')}, ${hash('n::text')} from generate_series(0, 1999) n`,
  // A few of the MDA's officers wait to see who sent what.
  `insert into identity_request (complaint_id, requested_by, requested_at)
    select ${idSql('e', 'n * 10')}, '${officerId}', now() from generate_series(0, 19) n`,
  `insert into officer_record (complaint_id, mda_id, account_id, kind, at)
    select id, mda_id, assignee_id, 'received', submitted_at from complaint`,
  `insert into mda_monthly_stats (mda_id, month, total, resolved)
    select mda_id, date_trunc('month', submitted_at)::date, count(*), count(*) filter (where state = 'resolved')
      from complaint group by 1, 2`,
  `insert into queue_count (mda_id, kind, account_id, due_at, count)
    select q.mda_id, q.kind, q.account_id, q.due_at, count(*) from complaint c, lateral complaint_queues_of(c) q group by 1, 2, 3, 4`,
];
