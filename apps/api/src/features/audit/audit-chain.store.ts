import { and, asc, desc, eq, getTableColumns, gt, isNull, notInArray, or } from 'drizzle-orm';
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
