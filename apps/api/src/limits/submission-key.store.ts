import { createHash } from 'node:crypto';
import { message } from '@baraza/contract/core/message';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKey } from '../db/schema/tables.ts';
import { AppError, conflict } from '../http/errors.ts';
import type { ReceivedFile } from '../files/uploads.ts';

type Row = typeof idempotencyKey.$inferSelect;
/** What a key led to. */
export type UsedKey = Pick<Row, 'requestDigest'> & Partial<Pick<Row, 'complaintId' | 'feedbackId'>>;

/** What this key of this citizen led to before. */
export async function findKey(db: Database, citizenId: string, key: string): Promise<UsedKey | undefined> {
  const { complaintId, feedbackId, requestDigest } = idempotencyKey;
  const [used] = await db
    .select({ complaintId, feedbackId, requestDigest })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, key)));
  return used;
}

/**
 * Writes a key in the transaction that keeps what was sent under it. A parallel request with the same key waits here until the
 * first one has committed.
 * @throws KeyTaken when another request had it first: then nothing of this one is kept.
 */
export async function insertKey(tx: Database, row: typeof idempotencyKey.$inferInsert): Promise<void> {
  const inserted = await tx
    .insert(idempotencyKey)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  if (inserted.length === 0) throw new KeyTaken();
}

/** Forgets keys of that time: nobody sends the same request again. */
export async function purgeSubmissionKeys(db: Database, before: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}

/** A parallel request with the same key came first. Refused like this, the files of this one go again. */
export class KeyTaken extends AppError {
  constructor() {
    super('CONFLICT', message.keyReused);
  }
}

/** What makes two requests the same one: their fields, and the names and bytes of their files. */
export function digestOf(fields: readonly unknown[], files: readonly ReceivedFile[]): Buffer {
  const sent = files.map((it) => [it.fileName, it.kind, it.sha256.toString('hex')]);
  return createHash('sha256')
    .update(JSON.stringify([...fields, sent]))
    .digest();
}

/** What the same request led to before. @throws AppError 409 when the key was used for something else. */
export function replay(used: UsedKey, requestDigest: Buffer, kind: 'complaintId' | 'feedbackId'): string {
  const id = used[kind];
  if (!id || !used.requestDigest.equals(requestDigest)) throw conflict(message.keyReused);
  return id;
}
