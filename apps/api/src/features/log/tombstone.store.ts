import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import { type LogSource, logTombstone } from '../../db/schema/tables.ts';

/** What is erased: the words of one event, everything of a subject, or all that is before a place in the log. */
export type Erased =
  | { readonly subject: string; readonly seq?: number; readonly below?: undefined }
  | { readonly below: number; readonly subject?: undefined; readonly seq?: undefined };

const batch = 1_000;

/** Records in the log what is erased or removed on purpose; part of the same transaction. */
export async function leaveTombstones(
  db: Database,
  source: LogSource,
  erased: readonly Erased[],
  at: Date,
): Promise<void> {
  const rows = erased.map(({ subject = null, seq = null, below = null }) => {
    const facts = { id: randomUUID(), at, source, subject, seq, below, salt: randomBytes(32) };
    return { ...facts, digest: tombstoneDigest(facts) };
  });
  for (let from = 0; from < rows.length; from += batch)
    await db.insert(logTombstone).values(rows.slice(from, from + batch));
}

type Tombstone = typeof logTombstone.$inferSelect;

/** Computes the entry of a tombstone in the log. */
export function tombstoneDigest({ id, at, source, subject, seq, below, salt }: Omit<Tombstone, 'digest'>): Buffer {
  return sha256(JSON.stringify([id, at.toISOString(), source, subject, seq, below, salt.toString('hex')]));
}
