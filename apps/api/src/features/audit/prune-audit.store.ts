import { and, asc, eq, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { audit, auditCheckpoint } from '../../db/schema/tables.ts';
import { type Link, readBeginning, readHeads } from './audit-chain.store.ts';

/**
 * Takes the entries before an instant off the beginning of each chain, in batches. Each batch leaves a checkpoint, from which
 * the rest of the chain can be checked. Answers how many went.
 */
export async function pruneAudit(db: Database, before: Date, now: Date, batch = 2_000): Promise<number> {
  let gone = 0;
  for (const { chain } of await readHeads(db)) {
    for (let more = true; more;) {
      const taken = await db.transaction((tx) => pruneChain(tx, chain, { before, now, batch }));
      gone += taken;
      more = taken === batch;
    }
  }
  return gone;
}

async function pruneChain(
  tx: Database,
  chain: number,
  { before, now, batch }: { readonly before: Date; readonly now: Date; readonly batch: number },
): Promise<number> {
  const { seq, hash, at } = audit;
  const rows = await tx
    .select({ seq, hash, at })
    .from(audit)
    .where(eq(audit.chain, chain))
    .orderBy(asc(seq))
    .limit(batch);
  // A chain is taken off from its beginning alone, whatever a clock that was set back has written.
  const young = rows.findIndex((row) => row.at >= before);
  const old = young === -1 ? rows : rows.slice(0, young);
  const last = old.at(-1);
  if (!last || !(await isWhole(tx, chain, old as Link[]))) return 0;
  await tx.insert(auditCheckpoint).values({ chain, seq: last.seq ?? 0, hash: last.hash ?? Buffer.alloc(0), at: now });
  await tx.delete(audit).where(and(eq(audit.chain, chain), lte(audit.seq, last.seq ?? 0)));
  return old.length;
}

/** A gap is to be found by whoever checks the chain; it must not vanish under a checkpoint. */
async function isWhole(tx: Database, chain: number, rows: readonly Link[]): Promise<boolean> {
  const { seq } = await readBeginning(tx, chain);
  return rows.every((row, index) => row.seq === seq + 1 + index);
}
