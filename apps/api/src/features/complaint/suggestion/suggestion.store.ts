import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import {
  account,
  category,
  complaint,
  learnedComplaint,
  learnedGram,
  learnedTarget,
  mda,
} from '../../../db/schema/tables.ts';

/**
 * Least number of people behind a gram or word. All guests count as one. Suggestions must not reveal a rare
 * word such as a name: they need three people besides the reader, who may have complained twice, also as a guest.
 */
const leastPeople = 5;
const people = sql`(g.citizens + (g.guests > 0)::int)`;
const mostTests = 100;

export type LearnedTarget = Awaited<ReturnType<typeof readLearned>>[number];

type Counted = {
  id: string;
  name: string;
  complaints: number;
  grams: number;
  seen: [bucket: number, people: number][];
};

/** Reads the counts of these buckets for each MDA or category that can be chosen. */
export async function readLearned(db: Database, kind: SuggestedKind, buckets: readonly number[]) {
  const { rows } = await db.execute<Counted>(sql`
    select n.id, n.name, l.complaints, l.grams, (
      select coalesce(json_agg(json_build_array(g.bucket, ${people})), '[]') from ${learnedGram} g
      where g.target_id = n.id and g.bucket = any(${sql.param([...buckets])}::int[]) and ${people} >= ${leastPeople}) as seen
    from ${learnedTarget} l join ${kind === 'mda' ? mda : category} n on n.id = l.target_id
    where n.active and l.complaints > 0 order by n.name`);
  return rows.map((row) => ({ ...row, seen: new Map(row.seen) }));
}

/** Counts the latest tests, and those in which the right target was among the suggestions. */
export async function readTests(db: Database, kind: SuggestedKind): Promise<{ right: number; of: number }> {
  const { rows } = await db.execute<{ right: number; of: number }>(sql`
    select count(*) filter (where is_hit)::int as right, count(*)::int as of from (
      select is_hit from ${learnedComplaint} where kind = ${kind} and is_hit is not null
      order by learned_at desc limit ${mostTests}) tests`);
  return rows[0]!;
}

/** Reads words, MDA and category of a complaint; two jobs learn it one after the other. */
export async function lockToLearn(db: Database, id: string) {
  const { title, descriptionText, mdaId, categoryId, citizenId } = complaint;
  const isGuest = sql<boolean>`(select receipt_hash is not null from ${account} where id = ${citizenId})`;
  const columns = { title, descriptionText, mda: mdaId, category: categoryId, citizenId, isGuest };
  const [row] = await db.select(columns).from(complaint).where(eq(complaint.id, id)).for('no key update');
  return row;
}

interface Learned {
  readonly complaintId: string;
  readonly citizenId: string;
  readonly isGuest: boolean;
  readonly kind: SuggestedKind;
  readonly targetId: string;
}

/** Reads what else a citizen wrote that counts for a target; guests are counted together, see `countGrams`. */
export async function readOtherTexts(db: Database, { complaintId, citizenId, isGuest, kind, targetId }: Learned) {
  if (isGuest) return [];
  const rows = await db
    .select({ text: sql<string>`${complaint.title} || ' ' || ${complaint.descriptionText}` })
    .from(complaint)
    .innerJoin(learnedComplaint, eq(learnedComplaint.complaintId, complaint.id))
    .where(
      and(
        eq(complaint.citizenId, citizenId),
        ne(complaint.id, complaintId),
        eq(learnedComplaint.kind, kind),
        eq(learnedComplaint.targetId, targetId),
      ),
    );
  return rows.map(({ text }) => text);
}

/** Reads the MDA or category that a complaint counts for. */
export async function readLearnedComplaint(db: Database, id: string, kind: SuggestedKind): Promise<string | undefined> {
  const { complaintId, kind: ofKind, targetId } = learnedComplaint;
  const learned = and(eq(complaintId, id), eq(ofKind, kind));
  const [row] = await db.select({ targetId }).from(learnedComplaint).where(learned);
  return row?.targetId;
}

/** Records what a complaint counts for. */
export async function saveLearnedComplaint(db: Database, row: typeof learnedComplaint.$inferInsert): Promise<void> {
  const target = [learnedComplaint.complaintId, learnedComplaint.kind];
  await db.insert(learnedComplaint).values(row).onConflictDoUpdate({ target, set: row });
}

/** Adds a complaint to those of a target, or removes it. Locks the target: its complaints are learned one after the other. */
export async function countLearned(db: Database, targetId: string, by: 1 | -1) {
  await db.execute(sql`insert into ${learnedTarget} as l (target_id, complaints, grams) values (${targetId}, ${by}, 0)
    on conflict (target_id) do update set complaints = l.complaints + excluded.complaints`);
}

/** Adds a person to the counts of these buckets, or removes them; the target must be locked. */
export async function countGrams(
  db: Database,
  targetId: string,
  buckets: readonly number[],
  who: 'citizens' | 'guests',
  by: 1 | -1,
) {
  const column = sql.raw(who);
  await db.execute(sql`with counted as (
      insert into ${learnedGram} as g (bucket, target_id, ${column})
      select bucket, ${targetId}::uuid, ${by}::int from unnest(${sql.param([...buckets])}::int[]) as bucket
      on conflict (bucket, target_id) do update set ${column} = g.${column} + excluded.${column}
      returning guests
    )
    update ${learnedTarget} set grams = grams + ${by} * (select count(*) from counted
      where ${who} = 'citizens' or guests = ${by === 1 ? 1 : 0}) where target_id = ${targetId}`);
}
