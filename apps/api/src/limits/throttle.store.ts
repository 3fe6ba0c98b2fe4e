import { createHash } from 'node:crypto';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { throttle } from '../db/schema/tables.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { Rate } from './rates.ts';

/**
 * Counts one use and refuses it past the rate. Answers how many there were by now.
 * @throws AppError 429 with the seconds to wait.
 */
export async function useThrottle(db: Database, rate: Rate, parts: readonly string[], now: Date): Promise<number> {
  const { uses, until } = await countUse(db, rate, parts, now);
  if (uses > rate.max) throw tooManyRequests(Math.max(1, (until.getTime() - now.getTime()) / 1000));
  return uses;
}

/** The same for what is not refused: counts one use, and answers whether it is within the rate. */
export async function isWithinRate(db: Database, rate: Rate, parts: readonly string[], now: Date): Promise<boolean> {
  const { uses } = await countUse(db, rate, parts, now);
  return uses <= rate.max;
}

/**
 * Whether the span that stands in the row is over at a moment of which a new one would last until `until`. One that ends far later was
 * begun by a clock that was ahead: nobody waits for that. An hour is left to the clocks of servers and to requests that overtake each
 * other, which must not begin a span anew.
 */
export const isSpanOver = (now: SQL, until: SQL): SQL =>
  sql`(${throttle.until} <= ${now} or ${throttle.until} > ${until} + interval '1 hour')`;

/**
 * Counted in the database, so that neither a restart nor a second process forgets; in one statement, so that parallel uses
 * cannot slip through. Who used it stands there as a hash.
 */
async function countUse(db: Database, rate: Rate, parts: readonly string[], now: Date) {
  const until = new Date(now.getTime() + rate.seconds * 1000);
  const isOver = isSpanOver(sql`${now.toISOString()}::timestamptz`, sql`excluded.until`);
  const [row] = await db
    .insert(throttle)
    .values({ key: throttleKey(parts), uses: 1, until })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        uses: sql`case when ${isOver} then 1 else ${throttle.uses} + 1 end`,
        until: sql`case when ${isOver} then excluded.until else ${throttle.until} end`,
      },
    })
    .returning({ uses: throttle.uses, until: throttle.until });
  return row ?? { uses: 1, until };
}

/** Keeps something in mind for so many seconds from now, under a hash, in the same table. */
export async function remember(db: Database, parts: readonly string[], seconds: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + seconds * 1000);
  await db
    .insert(throttle)
    .values({ key: throttleKey(parts), uses: 0, until })
    .onConflictDoUpdate({ target: throttle.key, set: { until } });
}

export async function isRemembered(db: Database, parts: readonly string[], now: Date): Promise<boolean> {
  const found = await db
    .select({ until: throttle.until })
    .from(throttle)
    .where(and(eq(throttle.key, throttleKey(parts)), gt(throttle.until, now)));
  return found.length > 0;
}

/** Uses of one key that were counted elsewhere. */
export interface Uses {
  readonly key: Buffer;
  readonly seconds: number;
  readonly uses: number;
}

/**
 * Adds uses of many different keys in one statement. Answers, by the key in hexadecimal digits, all uses in the present
 * window and how long that lasts. It is the clock of the database that counts: those of several servers differ.
 */
export async function addUses(
  db: Database,
  all: readonly Uses[],
): Promise<Map<string, { readonly uses: number; readonly milliseconds: number }>> {
  const list = (values: readonly unknown[]) => sql.param(values);
  const isOver = isSpanOver(sql`now()`, sql`excluded.until`);
  // Always in the same order, so that two servers never wait for each other.
  const { rows } = await db.execute<{ key: Buffer; uses: number; milliseconds: number }>(sql`
    insert into ${throttle} (key, uses, until)
    select key, uses, now() + seconds * interval '1 second'
      from unnest(${list(all.map(({ key }) => key))}::bytea[], ${list(all.map(({ uses }) => uses))}::int[],
        ${list(all.map(({ seconds }) => seconds))}::int[]) as given (key, uses, seconds)
      order by key
    on conflict (key) do update set
      uses = case when ${isOver} then excluded.uses else ${throttle.uses} + excluded.uses end,
      until = case when ${isOver} then excluded.until else ${throttle.until} end
    returning key, uses, (extract(epoch from until - now()) * 1000)::float8 as milliseconds`);
  return new Map(rows.map(({ key, uses, milliseconds }) => [key.toString('hex'), { uses, milliseconds }]));
}

/** Forgets the uses, once the right person has shown up. */
export async function resetThrottle(db: Database, parts: readonly string[]): Promise<void> {
  await db.delete(throttle).where(eq(throttle.key, throttleKey(parts)));
}

export async function purgeThrottles(db: Database, now: Date): Promise<void> {
  await db.delete(throttle).where(lt(throttle.until, now));
}

/** What stands there for whoever used it. */
export function throttleKey(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
