import { randomBytes } from 'node:crypto';
import { inArray, lt } from 'drizzle-orm';
import { hmacSha256 } from '../crypto/digest.ts';
import type { Database } from '../db/database.ts';
import { networkKey } from '../db/schema/tables.ts';
import type { Rate } from './rates.ts';
import { isRemembered } from '../db/remembered.store.ts';
import { useThrottle } from './throttle.store.ts';

const hour = 3_600_000;

/** Counts uses of a network for all servers together, by its keyed hash. Spans last an hour at most. @throws AppError 429 past the rate */
export async function useNetworkThrottle(
  db: Database,
  rate: Rate,
  { use, network, amount }: { readonly use: string; readonly network: string; readonly amount?: number },
  now: Date,
): Promise<void> {
  const [present, before] = await subjectsOf(db, use, network, now);
  // A span that began under the last hour's key goes on, so that nobody starts anew with the hour.
  const subject = before && (await isRemembered(db, before, now)) ? before : present;
  await useThrottle(db, rate, subject, now, amount);
}

/** Returns what stands for a network in this hour and the one before. */
async function subjectsOf(db: Database, use: string, network: string, now: Date) {
  const start = Math.floor(now.getTime() / hour) * hour;
  const [present, before] = [new Date(start), new Date(start - hour)];
  await db
    .insert(networkKey)
    .values({ hour: present, key: randomBytes(32) })
    .onConflictDoNothing();
  const keys = await db
    .select()
    .from(networkKey)
    .where(inArray(networkKey.hour, [present, before]));
  const subjectOf = (at: Date) => {
    const found = keys.find((row) => row.hour.getTime() === at.getTime());
    return found && [use, hmacSha256(found.key, network).toString('base64')];
  };
  return [subjectOf(present) ?? [use], subjectOf(before)] as const;
}

/** Deletes keys of hours past: what was hashed with them reveals no network any more. */
export async function deleteNetworkKeys(db: Database, now: Date): Promise<void> {
  await db.delete(networkKey).where(lt(networkKey.hour, new Date(now.getTime() - 2 * hour)));
}
