import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { sha256 } from '../crypto/digest.ts';
import type { Database } from './database.ts';
import { throttle } from './schema/tables.ts';

/** Remembers the hash of a key for some seconds, in the table of limits. */
export async function remember(db: Database, parts: readonly string[], seconds: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + seconds * 1000);
  await db
    .insert(throttle)
    .values({ key: throttleKey(parts), uses: 0, until })
    .onConflictDoUpdate({ target: throttle.key, set: { until } });
}

export async function isRemembered(db: Database, parts: readonly string[], now: Date): Promise<boolean> {
  const [is = false] = await areRemembered(db, [parts], now);
  return is;
}

/** Selects whether a key is remembered. All but its first parts are only in the database. */
export function isRememberedSql(known: readonly string[], part: SQL, now: Date): SQL<boolean> {
  const start = JSON.stringify(known).slice(0, -1);
  const key = sql`sha256(convert_to(${start} || ',' || to_json(${part})::text || ']', 'UTF8'))`;
  return sql`exists (select from ${throttle} where ${throttle.key} = ${key} and ${throttle.until} > ${now})`;
}

/** Returns for each of several keys whether it is remembered. */
export async function areRemembered(db: Database, all: readonly (readonly string[])[], now: Date): Promise<boolean[]> {
  const keys = all.map(throttleKey);
  if (keys.length === 0) return [];
  const isThere = and(inArray(throttle.key, keys), gt(throttle.until, now));
  const rows = await db.select({ key: throttle.key }).from(throttle).where(isThere);
  return keys.map((key) => rows.some((row) => key.equals(row.key)));
}

/** Forgets a key, or the uses of a limit after a success. */
export async function forget(db: Database, parts: readonly string[]): Promise<void> {
  await db.delete(throttle).where(eq(throttle.key, throttleKey(parts)));
}

/** Hashes the parts of a key. Only the hash is stored. */
export function throttleKey(parts: readonly string[]): Buffer {
  return sha256(JSON.stringify(parts));
}
