import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { category, complaint, learnedComplaint, learnedGram, learnedTarget, mda } from '../../../db/schema/tables.ts';

/** Least number of complaints with a gram to count it. Suggestions must not reveal a rare word such as a name. */
const leastSeen = 3;
const mostTests = 100;

export type LearnedTarget = Awaited<ReturnType<typeof readLearned>>[number];

type Counted = {
  id: string;
  name: string;
  complaints: number;
  grams: number;
  seen: [bucket: number, complaints: number][];
};

/** Reads the counts of these buckets for each MDA or category that can be chosen. */
export async function readLearned(db: Database, kind: SuggestedKind, buckets: readonly number[]) {
  const { rows } = await db.execute<Counted>(sql`
    select n.id, n.name, l.complaints, l.grams, (
      select coalesce(json_agg(json_build_array(g.bucket, g.complaints)), '[]') from ${learnedGram} g
      where g.target_id = n.id and g.bucket = any(${sql.param([...buckets])}::int[]) and g.complaints >= ${leastSeen}) as seen
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
  const { title, descriptionText, mdaId, categoryId } = complaint;
  const columns = { title, descriptionText, mda: mdaId, category: categoryId };
  const [row] = await db.select(columns).from(complaint).where(eq(complaint.id, id)).for('no key update');
  return row;
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

/** Adds a complaint to the counts of a target, or removes it from them. */
export async function countLearned(db: Database, targetId: string, buckets: readonly number[], by: 1 | -1) {
  // First, so that two complaints of one target are learned one after the other.
  await db.execute(sql`insert into ${learnedTarget} as l (target_id, complaints, grams)
    values (${targetId}, ${by}, ${by * buckets.length})
    on conflict (target_id) do update set complaints = l.complaints + excluded.complaints, grams = l.grams + excluded.grams`);
  await db.execute(sql`insert into ${learnedGram} as g (bucket, target_id, complaints)
    select bucket, ${targetId}::uuid, ${by}::int from unnest(${sql.param([...buckets])}::int[]) as bucket
    on conflict (bucket, target_id) do update set complaints = g.complaints + excluded.complaints`);
}
