import type { ComplaintLink } from '@baraza/contract/desk';
import { type State, states, statusOf } from '@baraza/contract/lifecycle';
import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { complaint } from '../../db/tables.ts';
import type { Caller } from '../../platform/caller.ts';
import { reachOf } from './fence.ts';

const before = alias(complaint, 'before');
const link = {
  id: complaint.id,
  trackingId: complaint.trackingId,
  title: complaint.title,
  state: complaint.state,
  submittedAt: complaint.submittedAt,
};

interface LinkRow {
  readonly id: string;
  readonly trackingId: string;
  readonly title: string;
  readonly state: State;
  readonly submittedAt: Date;
}

function toLink({ submittedAt, ...row }: LinkRow): ComplaintLink {
  return { ...row, status: statusOf(row.state), submittedDate: submittedAt.toISOString() };
}

const shown = 50;

/** What this citizen sent to the same MDA before, the newest first. The fence around the complaint itself is the caller's. */
export async function listEarlier(db: Database, complaintId: string): Promise<ComplaintLink[]> {
  return (await earlierQuery(db, complaintId)).map(toLink);
}

/** The query behind it; apart, so that a test can look at its plan. */
export function earlierQuery(db: Database, complaintId: string) {
  return db
    .select(link)
    .from(complaint)
    .innerJoin(before, and(sameCitizen, eq(before.id, complaintId)))
    .orderBy(desc(complaint.submittedAt), desc(complaint.id))
    .limit(shown);
}

const sameCitizen = and(
  eq(complaint.citizenId, before.citizenId),
  eq(complaint.mdaId, before.mdaId),
  lt(complaint.submittedAt, before.submittedAt),
);

/** How often this citizen turned to this MDA before. */
export async function countEarlier(db: Database, complaintId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(complaint)
    .innerJoin(before, and(sameCitizen, eq(before.id, complaintId)));
  return row?.count ?? 0;
}

/** The complaint that this one is handled together with, and those that are handled together with it, where the caller reaches them. */
export async function listMerged(
  db: Database,
  caller: Caller,
  { id, mergedIntoId }: { readonly id: string; readonly mergedIntoId: string | null },
): Promise<{ master: ComplaintLink | null; merged: ComplaintLink[] }> {
  const related: SQL | undefined = or(
    and(eq(complaint.mergedIntoId, id), eq(complaint.state, 'merged')),
    mergedIntoId === null ? undefined : eq(complaint.id, mergedIntoId),
  );
  const rows = await db
    .select(link)
    .from(complaint)
    .where(and(related, reachOf(caller)))
    .orderBy(desc(complaint.submittedAt), desc(complaint.id));
  const links = rows.map(toLink);
  return {
    master: links.find((it) => it.id === mergedIntoId) ?? null,
    merged: links.filter((it) => it.id !== mergedIntoId),
  };
}

/** Of each state so many of the newest are weighed. */
const candidates = 500;
const best = 10;

/**
 * Complaints of the same MDA that share words with this one in title, place and description, the closest first. The newest
 * of each state are weighed, so that a large MDA waits no longer than a small one.
 */
export async function listSimilar(db: Database, complaintId: string): Promise<ComplaintLink[]> {
  const { rows } = await db.execute<Record<'id' | 'tracking_id' | 'title' | 'state' | 'submitted_at', string>>(
    similarQuery(complaintId),
  );
  return rows.map(({ id, tracking_id, title, state, submitted_at }) =>
    toLink({ id, trackingId: tracking_id, title, state: state as State, submittedAt: new Date(submitted_at) }),
  );
}

/** The query behind it; apart, so that a test can look at its plan. */
export function similarQuery(complaintId: string): SQL {
  const said = sql`lower(title || ' ' || location || ' ' || left(description_text, 500))`;
  return sql`
    with this as materialized (
      select id, mda_id, to_tsquery('simple', coalesce(words, '')) as query from ${complaint}, lateral (
        select string_agg(quote_literal(word), ' | ') as words from (
          select distinct word from regexp_split_to_table(${said}, '[^[:alnum:]]+') as word
          where length(word) > 3 limit 40
        ) as one_word
      ) as all_words where id = ${complaintId}
    ), newest as (
      select c.* from this, unnest(${sql.param([...states])}::text[]) as each(state), lateral (
        select id, tracking_id, title, state, submitted_at, search from ${complaint} c
        where c.mda_id = this.mda_id and c.state = each.state order by submitted_at desc, id desc limit ${candidates}
      ) c
    ), found as (
      select newest.*, ts_rank_cd(search, query) as rank from newest, this where newest.id <> this.id and search @@ query
    )
    select id, tracking_id, title, state, submitted_at from found order by rank desc, submitted_at desc limit ${best}`;
}

/** The newest complaint of an MDA with this title; for the sample data. */
export async function findTitled(db: Database, mdaId: string, title: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(and(eq(complaint.mdaId, mdaId), eq(complaint.title, title)))
    .orderBy(desc(complaint.submittedAt))
    .limit(1);
  return row?.id;
}
