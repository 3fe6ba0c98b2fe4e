import { hashTile, type ReadHashes } from '@baraza/transparency-log';
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  logCheckpoint,
  logEntry,
  logKey,
  logNode,
  logPending,
  logPublished,
  logWitness,
} from '../../db/schema/tables.ts';

export type LogEntry = Omit<typeof logEntry.$inferSelect, 'seal'>;

/** Advisory locks; any numbers that no other lock uses. One server appends to the log, and one publishes it. */
const leads = { append: 7_220_412_903, publish: 7_220_412_904 };

/** Takes a lead until the transaction ends; returns false while another server has it. */
export async function takeLead(tx: Database, lead: keyof typeof leads): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${leads[lead]}) as taken`);
  return rows[0]?.taken === true;
}

/** Takes committed events that are not in the log yet. Those of one complaint keep their order. */
export async function takePending(tx: Database, limit: number) {
  const { place } = logPending;
  const first = sql`${place} = any (array(select place from ${logPending} order by place limit ${limit}::int))`;
  const rows = await tx.delete(logPending).where(first).returning();
  return rows.toSorted((a, b) => a.place - b.place);
}

/** Whether committed events are not in the log yet. */
export async function hasPending(db: Database): Promise<boolean> {
  return (await db.select({ place: logPending.place }).from(logPending).limit(1)).length > 0;
}

/** Counts the entries, whose places have no gaps. */
export async function readSize(db: Database): Promise<number> {
  const [newest] = await db.select({ index: logEntry.index }).from(logEntry).orderBy(desc(logEntry.index)).limit(1);
  return newest ? newest.index + 1 : 0;
}

export async function insertEntries(tx: Database, rows: readonly (typeof logEntry.$inferInsert)[]): Promise<void> {
  await tx.insert(logEntry).values([...rows]);
}

/** Reads entries from one place on. */
export function readEntries(db: Database, from: number, count: number) {
  const range = and(gte(logEntry.index, from), lt(logEntry.index, from + count));
  return db.select().from(logEntry).where(range).orderBy(asc(logEntry.index));
}

/** Reads the hashes of the tree for proofs. One value per tile is faster than its 256 rows. */
export function readHashes(db: Database): ReadHashes {
  return async (level, from, count) => {
    const hashes =
      level === 0
        ? sql`(select index, sha256('\\x00' || entry) as hash from ${logEntry}) as leaf`
        : sql`(select index, hash from ${logNode} where level = ${level}::int) as node`;
    const [row] = await db
      .select({ joined: sql<Buffer | null>`string_agg(hash, '' order by index)` })
      .from(hashes)
      .where(sql`index >= ${from}::bigint and index < ${from + count}::bigint`)
      .prepare(level === 0 ? 'log-leaves' : 'log-nodes')
      .execute();
    const joined = row?.joined ?? Buffer.alloc(0);
    return Array.from({ length: joined.length / 32 }, (_, at) => joined.subarray(at * 32, at * 32 + 32));
  };
}

/** Adds the hash of a full tile to the level above. */
export async function insertNode(tx: Database, level: number, index: number, tile: readonly Uint8Array[]) {
  await tx.insert(logNode).values({ level, index, hash: Buffer.from(hashTile(tile)) });
}

/** Reads the state of the log, which is one row. */
async function readState(db: Database): Promise<typeof logCheckpoint.$inferSelect | undefined> {
  const [row] = await db.select().from(logCheckpoint);
  return row;
}

/** Reads the newest signed checkpoint. */
export async function readCheckpoint(db: Database): Promise<string | undefined> {
  // The note is empty if there was no checkpoint when the log was found altered.
  return (await readState(db))?.note || undefined;
}

export async function writeCheckpoint(tx: Database, note: string, at: Date): Promise<void> {
  await tx
    .insert(logCheckpoint)
    .values({ note, at })
    .onConflictDoUpdate({ target: logCheckpoint.singleton, set: { note, at } });
}

/** Records that the log was altered. Returns whether that is new. */
export async function writeAlteredAt(tx: Database, alteredAt: Date): Promise<boolean> {
  const target = logCheckpoint.singleton;
  const rows = await tx
    .insert(logCheckpoint)
    .values({ note: '', at: alteredAt, alteredAt })
    .onConflictDoUpdate({ target, set: { alteredAt }, setWhere: isNull(logCheckpoint.alteredAt) })
    .returning();
  return rows.length > 0;
}

/** Records that the log is as it was signed. */
export async function clearAlteredAt(tx: Database): Promise<void> {
  await tx.update(logCheckpoint).set({ alteredAt: null }).where(isNotNull(logCheckpoint.alteredAt));
}

/** Reads when the log was found altered; null if it is as it was signed. */
export const readAlteredAt = async (db: Database) => (await readState(db))?.alteredAt ?? null;

/** Reads when the database last lost entries of the log. */
export const readWentBackAt = async (db: Database) => (await readState(db))?.wentBackAt ?? null;

/** Records that the database lost entries of the log, which gives the log another name. */
export async function writeWentBackAt(db: Database, wentBackAt: Date): Promise<void> {
  await db.update(logCheckpoint).set({ wentBackAt });
}

/** Reads the newest published checkpoint with its cosignatures. */
export async function readPublished(db: Database): Promise<{ published: string; at: Date } | undefined> {
  const { published, publishedAt: at } = (await readState(db)) ?? {};
  return published && at ? { published, at } : undefined;
}

/** Finds the first published checkpoint that covers an entry. */
export async function findFirstPublished(db: Database, index: number): Promise<string | undefined> {
  const { size, published } = logPublished;
  const [row] = await db.select({ published }).from(logPublished).where(gt(size, index)).orderBy(asc(size)).limit(1);
  return row?.published;
}

/** Publishes a checkpoint, and keeps the first of each size for receipts. */
export async function writePublished(db: Database, published: string, size: number, publishedAt: Date): Promise<void> {
  await db.insert(logPublished).values({ size, published }).onConflictDoNothing();
  await db.update(logCheckpoint).set({ published, publishedAt });
}

/** Lists the public keys of the log, newest first; of keys of one moment, that of the newer name comes first. */
export async function listVerifierKeys(db: Database) {
  const { firstIndex, since, statement } = logKey;
  const isContinued = sql`${statement} like 'baraza/log-continuation%' desc nulls last`;
  return db.select().from(logKey).orderBy(desc(firstIndex), desc(since), isContinued);
}

/** Records a public key when it first signs. */
export async function insertVerifierKey(tx: Database, row: typeof logKey.$inferInsert): Promise<void> {
  await tx.insert(logKey).values(row).onConflictDoNothing();
}

export type WitnessRow = typeof logWitness.$inferSelect;

/** Lists the witnesses with these keys. */
export function listWitnesses(db: Database, verifierKeys: readonly string[]): Promise<WitnessRow[]> {
  const isNamed = inArray(logWitness.verifierKey, [...verifierKeys]);
  return db.select().from(logWitness).where(isNamed);
}

/** Adds new witnesses and deletes those no longer configured. */
export async function keepWitnesses(db: Database, verifierKeys: readonly string[], since: Date): Promise<void> {
  await db.delete(logWitness).where(notInArray(logWitness.verifierKey, [...verifierKeys]));
  const rows = verifierKeys.map((verifierKey) => ({ verifierKey, since }));
  if (rows.length > 0) await db.insert(logWitness).values(rows).onConflictDoNothing();
}

export async function recordAgreement(db: Database, verifierKey: string, size: number, at: Date): Promise<void> {
  const agreed = { size, agreedAt: at, refusal: null, alarmedAt: null };
  await db.update(logWitness).set(agreed).where(eq(logWitness.verifierKey, verifierKey));
}

export async function recordRefusal(db: Database, verifierKey: string, refusal: string): Promise<void> {
  // A witness that was silent and now refuses is reported again.
  const alarmedAt = sql`case when refusal is not null then alarmed_at end`;
  await db.update(logWitness).set({ refusal, alarmedAt }).where(eq(logWitness.verifierKey, verifierKey));
}

/** Takes the witnesses that refuse or are silent, each once until it agrees again. */
export function takeAlarms(tx: Database, verifierKeys: readonly string[], silentSince: Date, at: Date) {
  const { verifierKey, alarmedAt, refusal, agreedAt, since } = logWitness;
  const isNamed = inArray(verifierKey, [...verifierKeys]);
  const isAlarming = or(isNotNull(refusal), lt(sql`coalesce(${agreedAt}, ${since})`, silentSince));
  const isDue = and(isNamed, isNull(alarmedAt), isAlarming);
  return tx.update(logWitness).set({ alarmedAt: at }).where(isDue).returning();
}
