import { and, asc, desc, eq, getTableColumns, gt, isNull, notInArray, or, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { audit, auditCheckpoint, auditHead } from '../../db/schema/tables.ts';

/** An entry as it stands in the database; whoever went behind the application may have left it without a place. */
export type AuditRow = typeof audit.$inferSelect;

/** A place in a chain, and the hash there. */
export interface Link {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface Head extends Link {
  readonly chain: number;
}

export async function readHeads(db: Database): Promise<Head[]> {
  return db.select().from(auditHead).orderBy(asc(auditHead.chain));
}

/** Where a chain begins: behind what was taken off when its time had come, or at nothing. */
export async function readBeginning(db: Database, chain: number): Promise<Link> {
  const [newest] = await db
    .select({ seq: auditCheckpoint.seq, hash: auditCheckpoint.hash })
    .from(auditCheckpoint)
    .where(eq(auditCheckpoint.chain, chain))
    .orderBy(desc(auditCheckpoint.seq))
    .limit(1);
  return newest ?? { seq: 0, hash: Buffer.alloc(0) };
}

/** The next entries of a chain behind `after`, in order. */
export async function readChain(db: Database, chain: number, after: number, limit: number): Promise<AuditRow[]> {
  return db
    .select(getTableColumns(audit))
    .from(audit)
    .where(and(eq(audit.chain, chain), gt(audit.seq, after)))
    .orderBy(asc(audit.seq))
    .limit(limit);
}

/** Entries outside every chain. The database gives each its place; whoever went behind it did not. */
export async function readStrays(db: Database, chains: readonly number[]): Promise<AuditRow[]> {
  return db
    .select(getTableColumns(audit))
    .from(audit)
    .where(or(isNull(audit.chain), isNull(audit.seq), isNull(audit.hash), notInArray(audit.chain, [...chains])))
    .limit(100);
}

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
