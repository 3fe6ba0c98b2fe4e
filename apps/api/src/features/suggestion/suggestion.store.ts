import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, learnedGram, learnedMda, mda, suggestionTest } from '../../db/schema/tables.ts';

/** From so many complaints of an MDA on a gram counts: what fewer say, such as a name, nobody can find out by asking. */
const leastSeen = 3;
/** How many tests are kept. */
const mostTests = 100;

export interface LearnedMda {
  readonly id: string;
  readonly name: string;
  readonly complaints: number;
  readonly grams: number;
  /** In how many of its complaints a bucket occurs. */
  readonly seen: ReadonlyMap<number, number>;
}

/** Reads what was learned about each MDA that takes complaints, as far as these buckets go. */
export async function readLearned(db: Database, buckets: readonly number[]): Promise<LearnedMda[]> {
  const { rows } = await db.execute<Omit<LearnedMda, 'seen'> & { seen: [number, number][] }>(sql`
    select m.id, m.name, l.complaints, l.grams, (
      select coalesce(json_agg(json_build_array(g.bucket, g.complaints)), '[]') from ${learnedGram} g
      where g.mda_id = m.id and g.bucket = any(${sql.param([...buckets])}::int[]) and g.complaints >= ${leastSeen}) as seen
    from ${learnedMda} l join ${mda} m on m.id = l.mda_id where m.active order by m.name`);
  return rows.map((row) => ({ ...row, seen: new Map(row.seen) }));
}

/** Counts the tests, and those in which the first suggestion was right. */
export async function readTests(db: Database): Promise<{ right: number; of: number }> {
  const [row] = await db
    .select({
      right: sql<number>`count(*) filter (where ${suggestionTest.isRight})::int`,
      of: sql<number>`count(*)::int`,
    })
    .from(suggestionTest);
  return row ?? { right: 0, of: 0 };
}

/** Notes a test, and forgets those before the last hundred. */
export async function insertTest(db: Database, isRight: boolean, testedAt: Date): Promise<void> {
  await db.insert(suggestionTest).values({ isRight, testedAt });
  await db.execute(sql`delete from ${suggestionTest} where ctid in (
    select ctid from ${suggestionTest} order by tested_at desc offset ${mostTests})`);
}

/** Reads the words of a resolved complaint and who resolved it. */
export async function findResolved(db: Database, id: string) {
  const { mdaId, title, descriptionText } = complaint;
  const isResolved = and(eq(complaint.id, id), eq(complaint.state, 'resolved'));
  const [row] = await db.select({ mdaId, title, descriptionText }).from(complaint).where(isResolved);
  return row;
}

/** Adds a complaint to what was learned about its MDA. */
export async function addLearned(db: Database, mdaId: string, buckets: readonly number[]): Promise<void> {
  // First, so that two complaints of one MDA are learned one after the other.
  await db.execute(sql`insert into ${learnedMda} as l (mda_id, complaints, grams) values (${mdaId}, 1, ${buckets.length})
    on conflict (mda_id) do update set complaints = l.complaints + 1, grams = l.grams + excluded.grams`);
  await db.execute(sql`insert into ${learnedGram} as g (bucket, mda_id, complaints)
    select bucket, ${mdaId}::uuid, 1 from unnest(${sql.param([...buckets])}::int[]) as bucket
    on conflict (bucket, mda_id) do update set complaints = g.complaints + 1`);
}
