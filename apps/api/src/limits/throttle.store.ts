import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { throttleKey } from '../db/remembered.store.ts';
import { throttle } from '../db/schema/tables.ts';
import { tooManyRequests } from '../http/errors.ts';
import type { Rate } from './rates.ts';

/** Counts one use, or more at once, and returns the uses so far. @throws AppError 429 past the rate. */
export async function useThrottle(
  db: Database,
  rate: Rate,
  parts: readonly string[],
  now: Date,
  amount = 1,
): Promise<number> {
  const { uses, until } = await countUse(db, rate, parts, now, amount);
  if (uses > rate.max) throw tooManyRequests(Math.max(1, (until.getTime() - now.getTime()) / 1000));
  return uses;
}

/** Counts one use; returns whether it is within the rate. */
export async function isWithinRate(db: Database, rate: Rate, parts: readonly string[], now: Date): Promise<boolean> {
  const { uses } = await countUse(db, rate, parts, now);
  return uses <= rate.max;
}

/** Whether the stored window is over, given the end `until` of a new one. One that ends an hour later was begun while the clock was ahead. */
export const isSpanOver = (now: SQL, until: SQL): SQL =>
  sql`(${throttle.until} <= ${now} or ${throttle.until} > ${until} + interval '1 hour')`;

/** Counts a use in one statement, so that no parallel use slips through. Subjects are stored as hashes. */
async function countUse(db: Database, rate: Rate, parts: readonly string[], now: Date, amount = 1) {
  const until = new Date(now.getTime() + rate.seconds * 1000);
  const isOver = isSpanOver(sql`${now.toISOString()}::timestamptz`, sql`excluded.until`);
  const [row] = await db
    .insert(throttle)
    .values({ key: throttleKey(parts), uses: amount, until })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        uses: sql`case when ${isOver} then excluded.uses else ${throttle.uses} + excluded.uses end`,
        until: sql`case when ${isOver} then excluded.until else ${throttle.until} end`,
      },
    })
    .returning({ uses: throttle.uses, until: throttle.until });
  return row ?? { uses: amount, until };
}
