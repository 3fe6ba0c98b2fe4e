/*
 * The least that a portal could do, run by the bare server and by pgbench: a plain table of complaints, one of events, and a
 * statement for each call that is measured.
 */
import pg from 'pg';

/** Makes the plain tables, with the portal's complaints. */
export async function fillPlain(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'; drop table if exists plain_event, plain_complaint;
      create table plain_complaint as select id, citizen_id, mda_id, category_id, title, description, location, state,
        submitted_at from complaint;
      alter table plain_complaint add primary key (id);
      create index plain_complaint_citizen on plain_complaint (citizen_id, submitted_at);
      create table plain_event as select complaint_id, seq, at, action from complaint_event;
      alter table plain_event add primary key (complaint_id, seq);
      grant all on plain_complaint, plain_event to public;
      analyze plain_complaint, plain_event`);
  } finally {
    await client.end();
  }
}

const select = `select c.id, c.title, c.state, c.submitted_at, m.name as mda, k.name as category, c.location`;
const joined = `from plain_complaint c join mda m on m.id = c.mda_id join category k on k.id = c.category_id`;

/** Statements by the call that they stand for. */
export const plain = {
  file: `with filed as (
      insert into plain_complaint values (gen_random_uuid(), $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, 'received', now())
      returning id)
    insert into plain_event select id, 1, now(), 'submit' from filed`,
  list: `${select} ${joined} where c.citizen_id = $1::uuid order by c.submitted_at desc limit 21`,
  details: `${select}, c.description ${joined} where c.citizen_id = $1::uuid and c.id = $2::uuid`,
};
