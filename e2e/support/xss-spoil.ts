import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { columnsToFeed } from './xss-columns.ts';
import { mark, milestone } from './xss-watch.ts';

/** Returns end tags for everything that a text may open, so that it does not hide the next one. */
function closing(text: string): string {
  const opened = [...text.matchAll(/<([a-z][a-z\d]*)/giu)].map(([, name]) => name).filter((name) => name !== 'body');
  const ends = ['p', ...new Set(opened.toReversed())].map((name) => `</${name}>`).join('');
  // Repeats them, since some end tags count only after others.
  return `\n"'"'>-->]]>${ends}${ends}`;
}

/** Joins texts into one rich text, each with a milestone behind it. `from` is the number of the first. */
export function packed(payloads: readonly string[], from: number): string {
  return payloads.map((text, index) => `${text}${closing(text)}<p>${milestone(from + index)}</p>\n`).join('');
}

interface Hostile {
  readonly payloads: readonly string[];
  /** The payloads as rich texts. Complaints get them in turn as their descriptions, these complaints first. */
  readonly blocks: readonly string[];
  readonly first: readonly string[];
}

/**
 * Puts a hostile text into each text column of each row, past the server.
 * @returns exempt columns that the database does not have.
 */
export async function spoil(dataDir: string, { payloads, blocks, first }: Hostile): Promise<string[]> {
  const lines = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'baraza', database: 'baraza' });
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'`);
    const { fed, unknown } = await columnsToFeed(client);
    for (const table of fed.keys()) await client.query(`alter table ${table} disable trigger user`);
    await addMissingRows(client);
    await fillDescriptions(client, blocks, first);
    await fillColumns(
      client,
      fed,
      payloads.map((text) => text + mark),
    );
    return unknown;
  } finally {
    await client.end();
  }
}

async function fillDescriptions(client: pg.Client, blocks: readonly string[], first: readonly string[]): Promise<void> {
  for (const table of ['complaint', 'feedback'])
    await client.query(
      `update ${table} t set description = ($1::text[])[1 + n.at % $2] from (
         select t.id, row_number() over (order by array_position($3::uuid[], t.id), t.id) - 1 as at from ${table} t) n
         where n.id = t.id`,
      [blocks, blocks.length, first],
    );
}

/** Expressions for columns that hold JSON instead of plain text. */
const expressions: Record<string, (text: string) => string> = {
  detail: (text) => `jsonb_build_object(left(${text}, 100), ${text})`,
  rules: (text) =>
    `jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'event', 'filed', 'filter', '{}'::jsonb, 'name', left(${text}, 100)))`,
  options: (text) =>
    `jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'name', left(${text}, 60), 'active', true))`,
  custom_fields: (text) => `coalesce((select jsonb_object_agg(f.id, left(${text}, 100)) from custom_field f
    where f.mda_id = t.mda_id and f.category_id = t.category_id), '{}')`,
  names: (text) => `jsonb_build_object('fr', ${text})`,
  texts: (text) => `jsonb_build_object('fr', ${text})`,
  actions: (text) => `jsonb_build_object('tags', jsonb_build_array(left(${text}, 40)))`,
  // Tags hold no comma.
  tags: (text) => `array[left(replace(${text}, ',', ''), 200)]`,
  numbers: (text) => `jsonb_set(t.numbers, '{agencies,0,name}', to_jsonb(${text}))`,
};

async function fillColumns(
  client: pg.Client,
  fed: ReadonlyMap<string, readonly string[]>,
  marked: readonly string[],
): Promise<void> {
  let offset = 0;
  for (const [table, names] of fed)
    for (const name of names.filter((column) => column !== 'description')) {
      const text = '($1::text[])[1 + (n.at + $2) % $3]';
      const { rowCount } = await client.query(
        `update ${table} t set ${name} = ${expressions[name]?.(text) ?? text}
           from (select ctid, row_number() over () as at from ${table}) n where n.ctid = t.ctid and t.${name} is not null`,
        [marked, offset, marked.length],
      );
      if (!rowCount) throw new Error(`There is no ${name} in ${table} that could be spoiled.`);
      offset += rowCount;
    }
}

/** Inserts rows of kinds that the sample data lack. */
async function addMissingRows(client: pg.Client): Promise<void> {
  await client.query(`insert into saved_reply (id, mda_id, title, text, step, updated_at)
    select gen_random_uuid(), id, 'x', 'x', 'reply', now() from mda`);
  await client.query(`insert into saved_view (id, mda_id, name, queue, filter, pinned)
    select gen_random_uuid(), id, 'x', 'open', '{}', false from mda`);
  await client.query(`insert into unit (id, mda_id, name) select gen_random_uuid(), id, 'x' from mda`);
  await client.query(`insert into custom_field (id, mda_id, category_id, name, type, options, personal, asked, position)
    select gen_random_uuid(), mda_id, category_id, 'x', 'text', '[]', false, true, 0 from complaint group by mda_id, category_id`);
  await client.query(`insert into rule_list (mda_id, version, rules, changed_by, changed_at)
    select m.id, 1, '[]', a.id, now() from mda m join lateral (select id from account where role = 'administrator' limit 1) a on true
    on conflict do nothing`);
  // A token and a webhook for each MDA, which wait for a second person.
  await client.query(`with admin as (select id from account where role = 'administrator' limit 1),
    own as (insert into account (id, role, mda_id, first_name, last_name, email, disabled_at, created_at)
      select gen_random_uuid(), 'officer', m.id, 'x', '-', gen_random_uuid() || '@program.invalid', now(), now()
      from mda m, generate_series(1, 2) returning id, mda_id),
    numbered as (select id, row_number() over (partition by mda_id) = 1 as is_token from own),
    made as (insert into program (account_id, contact_id, requested_by, requested_at, prefix, token_hash, url, sealed_secret)
      select n.id, a.id, a.id, now(), case when is_token then 'x' end, case when is_token then sha256(n.id::text::bytea) end,
        case when not is_token then 'x' end, case when not is_token then 'x' end
      from numbered n, admin a returning account_id, url)
    insert into webhook_delivery (id, program_id, event_id, type, body, attempts, outcome)
    select gen_random_uuid(), account_id, 'x', 'complaint.submit', '{}', 1, 'x' from made where url is not null`);
  // By an administrator, so that no desk shows it in place of its own.
  await client.query(`with run as (
      insert into bulk_run (id, account_id, action, begins_at, finished_at)
      select gen_random_uuid(), id, 'reply', now(), now() from account where role = 'administrator' limit 1 returning id)
    insert into bulk_run_item (run_id, complaint_id, mda_id, position, version, done, error)
    select run.id, c.id, c.mda_id, 1, 1, false, 'x' from run, complaint c`);
  await client.query(`insert into holiday (id, mda_id, day, name)
    select gen_random_uuid(), id, now()::date + n, 'x' from mda, generate_series(1, 3) n
    on conflict do nothing`);
  await client.query(`update account set mfa_at = now() where role in ('oversight', 'officer')`);
  await client.query(`update account set pending_email = 'x'`);
  await client.query(`update complaint set call_phone = 'x'`);
  await client.query(`update audit set detail = '{}', object_id = coalesce(object_id, 'x')`);
  // Recuses an administrator, who opens no complaint, so that nobody's lists change.
  await client.query(`insert into recusal (complaint_id, account_id, since, why, decided_by, reason)
    select c.id, a.id, now(), 'by_hand', a.id, 'x' from complaint c
      join lateral (select id from account where role = 'administrator' limit 1) a on true`);
  await addNamingSteps(client);
}

/** Inserts transitions that name others: an assignee, a mentioned officer, the MDAs of a transfer. */
async function addNamingSteps(client: pg.Client): Promise<void> {
  await client.query(`insert into complaint_event
      (complaint_id, seq, at, action, to_state, cycle, actor_kind, actor_id, visibility, text, data, content_digest, digest)
    select c.id, c.version + 1 + row_number() over (partition by c.id), now(), s.action, c.state, c.cycle, 'officer', o.id,
           s.visibility, 'x', s.data, '', ''
      from complaint c
      join lateral (select id from account where role = 'officer' and mda_id = c.mda_id limit 1) o on true
      join lateral (values
        ('assign', 'internal', jsonb_build_object('assignee', o.id)),
        ('note', 'internal', jsonb_build_object('mentions', jsonb_build_array(o.id))),
        ('acceptTransfer', 'public', jsonb_build_object('from', c.mda_id, 'mda', c.mda_id))) s (action, visibility, data) on true`);
}
