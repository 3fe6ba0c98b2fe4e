import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { mark, milestone } from './xss-watch.ts';

/** Every text that is shown anywhere. */
const columns: Record<string, readonly string[]> = {
  account: ['first_name', 'last_name', 'phone', 'email'],
  audit: ['object_label', 'object_kind', 'action', 'network', 'request_id'],
  category: ['name'],
  committee_member: ['name', 'phone', 'email'],
  complaint: ['title', 'location', 'reply'],
  complaint_event: ['text', 'reason'],
  feedback: ['title', 'reply'],
  file: ['file_name'],
  holiday: ['name'],
  jurisdiction: ['name'],
  mda: ['name'],
  notification: ['title', 'body'],
  saved_reply: ['title', 'text'],
  session: ['user_agent'],
  survey: ['description'],
};

/** Closes whatever a text may have opened, so that it does not hide the next one. */
function closing(text: string): string {
  const opened = [...text.matchAll(/<([a-z][a-z\d]*)/giu)].map(([, name]) => name).filter((it) => it !== 'body');
  const ends = ['p', ...new Set(opened.toReversed())].map((it) => `</${it}>`).join('');
  // Twice, since some ends count only where others came before.
  return `\n"'"'>-->]]>${ends}${ends}`;
}

/** So many texts as one rich text, each with a milestone behind it. `from` is the number of the first. */
export function packed(payloads: readonly string[], from: number): string {
  return payloads.map((it, index) => `${it}${closing(it)}<p>${milestone(from + index)}</p>\n`).join('');
}

/**
 * Puts a hostile text into each row, behind the back of the server: another one into each. The descriptions hold the blocks
 * in turn, those of the citizen with this address first.
 */
export async function spoil(
  dataDir: string,
  { payloads, blocks, first }: { payloads: readonly string[]; blocks: readonly string[]; first: string },
): Promise<void> {
  const lines = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'baraza', database: 'baraza' });
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'`);
    await addWhatIsMissing(client);
    for (const table of ['complaint', 'feedback'])
      await client.query(
        `update ${table} t set description = ($1::text[])[1 + n.at % $2] from (
           select t.id, row_number() over (order by (a.email = $3) desc, t.id) - 1 as at
             from ${table} t join account a on a.id = t.citizen_id) n where n.id = t.id`,
        [blocks, blocks.length, first],
      );
    const marked = payloads.map((it) => it + mark);
    let offset = 0;
    for (const [table, names] of Object.entries(columns)) {
      await client.query(`alter table ${table} disable trigger user`);
      for (const name of names) {
        const { rowCount } = await client.query(
          `update ${table} t set ${name} = ($1::text[])[1 + (n.at + $2) % $3]
             from (select ctid, row_number() over () as at from ${table}) n where n.ctid = t.ctid and t.${name} is not null`,
          [marked, offset, marked.length],
        );
        if (!rowCount) throw new Error(`There is no ${name} in ${table} that could be spoiled.`);
        offset += rowCount;
      }
    }
    await client.query(`update audit set detail = jsonb_build_object(action, network)`);
  } finally {
    await client.end();
  }
}

/** What the sample data have none of. */
async function addWhatIsMissing(client: pg.Client): Promise<void> {
  await client.query(`insert into saved_reply (id, mda_id, title, text, step, updated_at)
    select gen_random_uuid(), id, 'x', 'x', 'reply', now() from mda`);
  await client.query(`insert into holiday (id, mda_id, day, name)
    select gen_random_uuid(), id, date_trunc('year', now())::date + n, 'x' from mda, generate_series(1, 3) n
    on conflict do nothing`);
}
