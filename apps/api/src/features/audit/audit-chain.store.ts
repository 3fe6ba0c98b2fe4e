import { and, asc, desc, eq, getTableColumns, gt, isNull, notInArray, or, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { audit, auditCheckpoint, auditHead } from '../../db/schema/tables.ts';

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

/** Finds the newest checkpoint of a chain, or its empty beginning. */
export async function readBeginning(db: Database, chain: number): Promise<Link> {
  const [newest] = await db
    .select({ seq: auditCheckpoint.seq, hash: auditCheckpoint.hash })
    .from(auditCheckpoint)
    .where(eq(auditCheckpoint.chain, chain))
    .orderBy(desc(auditCheckpoint.seq))
    .limit(1);
  return newest ?? { seq: 0, hash: Buffer.alloc(0) };
}

/** Reads the next entries of a chain. */
export async function readChain(db: Database, chain: number, after: number, limit: number): Promise<AuditRow[]> {
  return db
    .select(getTableColumns(audit))
    .from(audit)
    .where(and(eq(audit.chain, chain), gt(audit.seq, after)))
    .orderBy(asc(audit.seq))
    .limit(limit);
}

/** Reads entries outside every chain, which the application cannot write. */
export async function readStrays(db: Database, chains: readonly number[]): Promise<AuditRow[]> {
  return db
    .select(getTableColumns(audit))
    .from(audit)
    .where(or(isNull(audit.chain), isNull(audit.seq), isNull(audit.hash), notInArray(audit.chain, [...chains])))
    .limit(100);
}

/** Deletes entries before an instant in batches, each with a checkpoint from which the rest is verified. Returns how many. */
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
  // From the beginning of the chain only: a clock set back may have written older times later.
  const young = rows.findIndex((row) => row.at >= before);
  const old = young === -1 ? rows : rows.slice(0, young);
  const last = old.at(-1);
  if (!last || !(await isWhole(tx, chain, old as Link[]))) return 0;
  await tx.insert(auditCheckpoint).values({ chain, seq: last.seq ?? 0, hash: last.hash ?? Buffer.alloc(0), at: now });
  await tx.delete(audit).where(and(eq(audit.chain, chain), lte(audit.seq, last.seq ?? 0)));
  return old.length;
}

/** Whether the rows have no gap, which a checkpoint would hide. */
async function isWhole(tx: Database, chain: number, rows: readonly Link[]): Promise<boolean> {
  const { seq } = await readBeginning(tx, chain);
  return rows.every((row, index) => row.seq === seq + 1 + index);
}
