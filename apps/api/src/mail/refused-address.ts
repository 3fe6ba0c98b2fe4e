import { and, eq, gt, inArray } from 'drizzle-orm';
import { sha256 } from '../crypto/digest.ts';
import type { Database } from '../db/database.ts';
import { throttle } from '../db/schema/tables.ts';

const ms = 90 * 24 * 3_600_000;

/** Among the keys of limits: a hash that is forgotten by itself. */
const keyOf = (email: string) => sha256(JSON.stringify(['mail refused', email.toLowerCase()]));

/** Remembers for 90 days, as a hash, that an address takes no mail. */
export async function rememberRefusal(db: Database, email: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + ms);
  const row = { key: keyOf(email), uses: 0, until };
  await db.insert(throttle).values(row).onConflictDoUpdate({ target: throttle.key, set: { until } });
}

/** Forgets it, once a mail was taken. */
export async function forgetRefusal(db: Database, email: string): Promise<void> {
  await db.delete(throttle).where(eq(throttle.key, keyOf(email)));
}

/** Whether the last mail to an address was refused for good. */
export async function refusesMail(db: Database, email: string, now: Date): Promise<boolean> {
  return (await refusedOf(db, [email], now)).has(email);
}

/** Finds the addresses to which the last mail was refused for good. */
export async function refusedOf(db: Database, emails: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const isRefused = and(inArray(throttle.key, emails.map(keyOf)), gt(throttle.until, now));
  const rows = await db.select({ key: throttle.key }).from(throttle).where(isRefused);
  return new Set(emails.filter((email) => rows.some(({ key }) => keyOf(email).equals(key))));
}
