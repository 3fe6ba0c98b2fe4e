import { randomUUID } from 'node:crypto';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Keys } from '../../crypto/keys.ts';
import type { Database } from '../../db/database.ts';
import { type LogSource, logTombstone } from '../../db/schema/tables.ts';

/** Extent of an erasure: the words of one event, everything of a subject, or all entries below a place in the log. */
type Erased =
  | { readonly subject: string; readonly seq?: number; readonly below?: undefined }
  | { readonly below: number; readonly subject?: undefined; readonly seq?: undefined };

/** Time of an erasure, and the keys that seal its tombstone. */
export interface Erasing {
  readonly at: Date;
  readonly keys: Pick<Keys, 'logSeal'>;
}

const batch = 1_000;

/** Records intended erasures in the log; call in the transaction of the erasure. */
export async function leaveTombstones(
  db: Database,
  source: LogSource,
  erased: readonly Erased[],
  { at, keys }: Erasing,
) {
  const rows = erased.map(({ subject = null, seq = null, below = null }) => {
    const facts = { id: randomUUID(), at, source, subject, seq, below };
    return { ...facts, digest: sealTombstone(keys.logSeal, facts) };
  });
  for (let from = 0; from < rows.length; from += batch)
    await db.insert(logTombstone).values(rows.slice(from, from + batch));
}

type Tombstone = Omit<typeof logTombstone.$inferSelect, 'digest'>;

/** Seals a tombstone for the log; cannot be forged with access to the database alone. */
export function sealTombstone(key: Buffer, { id, at, source, subject, seq, below }: Tombstone): Buffer {
  return hmacSha256(key, JSON.stringify(['tombstone', id, at.toISOString(), source, subject, seq, below]));
}
