import { and, asc, eq, gte, inArray, lt, max } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { audit, logEntry, logTombstone } from '../../../db/schema/tables.ts';
import { type Erasing, leaveTombstones } from '../../log/tombstone.store.ts';

/** Deletes entries before an instant in batches, each with a tombstone in the log. Returns their number. */
export async function pruneAudit(db: Database, before: Date, erasing: Erasing, batch = 2_000): Promise<number> {
  let gone = 0;
  for (let more = true; more;) {
    const taken = await db.transaction((tx) => pruneBatch(tx, { before, erasing, batch }));
    gone += taken;
    more = taken === batch;
  }
  return gone;
}

async function pruneBatch(
  tx: Database,
  { before, erasing, batch }: { readonly before: Date; readonly erasing: Erasing; readonly batch: number },
): Promise<number> {
  const from = await findPrunedBelow(tx);
  const rows = await tx
    .select({ index: logEntry.index, id: logEntry.subject, at: audit.at })
    .from(logEntry)
    .leftJoin(audit, eq(audit.id, logEntry.subject))
    .where(and(gte(logEntry.index, from), eq(logEntry.source, 'audit')))
    .orderBy(asc(logEntry.index))
    .limit(batch);
  // From the beginning only: a clock set back may have written older times later. Stop at a missing entry, since a tombstone would
  // hide that somebody removed it.
  const stays = rows.findIndex(({ at }) => at === null || at >= before);
  const old = stays === -1 ? rows : rows.slice(0, stays);
  const last = old.at(-1);
  if (!last) return 0;
  await leaveTombstones(tx, 'audit', [{ below: last.index + 1 }], erasing);
  const ids = tx
    .select({ id: logEntry.subject })
    .from(logEntry)
    .where(and(gte(logEntry.index, from), lt(logEntry.index, last.index + 1), eq(logEntry.source, 'audit')));
  await tx.delete(audit).where(inArray(audit.id, ids));
  return old.length;
}

/** Returns the place in the log before which retention removed all entries of the trail. */
export async function findPrunedBelow(db: Database): Promise<number> {
  const [row] = await db.select({ below: max(logTombstone.below) }).from(logTombstone);
  return row?.below ?? 0;
}
