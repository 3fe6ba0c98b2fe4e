import { createHash } from 'node:crypto';
import { message } from '@baraza/contract/core/message';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKey } from '../db/schema/tables.ts';
import { AppError, conflict } from '../http/errors.ts';
import type { ReceivedFile } from '../files/uploads.ts';

type Row = typeof idempotencyKey.$inferSelect;
/** The result of an idempotency key. */
export type UsedKey = Pick<Row, 'requestDigest'> & Partial<Pick<Row, 'complaintId' | 'feedbackId'>>;

/** Finds the result of a citizen's key. */
export async function findKey(db: Database, citizenId: string, key: string): Promise<UsedKey | undefined> {
  const { complaintId, feedbackId, requestDigest } = idempotencyKey;
  const [used] = await db
    .select({ complaintId, feedbackId, requestDigest })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, key)));
  return used;
}

/**
 * Inserts a key in the transaction of its submission.
 * A parallel request with the same key waits here until the first one commits.
 * @throws KeyTaken when another request was first; nothing of this one is stored.
 */
export async function insertKey(tx: Database, row: typeof idempotencyKey.$inferInsert): Promise<void> {
  const inserted = await tx
    .insert(idempotencyKey)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  if (inserted.length === 0) throw new KeyTaken();
}

/** Deletes old keys. */
export async function purgeSubmissionKeys(db: Database, before: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}

/** Thrown when a parallel request with the same key came first; stored files are removed. */
export class KeyTaken extends AppError {
  constructor() {
    super('CONFLICT', message.keyReused);
  }
}

/** Digest of a submission's fields, file names and bytes. */
export function digestOf(fields: readonly unknown[], files: readonly ReceivedFile[]): Buffer {
  const sent = files.map((it) => [it.fileName, it.kind, it.sha256.toString('hex')]);
  return createHash('sha256')
    .update(JSON.stringify([...fields, sent]))
    .digest();
}

/** Returns the earlier result. @throws AppError 409 when the key was used for something else. */
export function replay(used: UsedKey, requestDigest: Buffer, kind: 'complaintId' | 'feedbackId'): string {
  const id = used[kind];
  if (!id || !used.requestDigest.equals(requestDigest)) throw conflict(message.keyReused);
  return id;
}
