import { message } from '@baraza/contract/core/message';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKey } from '../db/schema/tables.ts';
import { AppError, conflict } from '../http/errors.ts';
import type { ReceivedFile } from '../files/temp-files.ts';
import { sha256 } from '../crypto/digest.ts';

type Row = typeof idempotencyKey.$inferSelect;
/** The result of an idempotency key. */
export type UsedKey = Pick<Row, 'requestDigest'> & Partial<Pick<Row, 'complaintId' | 'feedbackId' | 'reply'>>;

/** Finds the result of a citizen's hashed key. */
export async function findKey(db: Database, citizenId: string, key: string): Promise<UsedKey | undefined> {
  const { complaintId, feedbackId, reply, requestDigest } = idempotencyKey;
  const [used] = await db
    .select({ complaintId, feedbackId, reply, requestDigest })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.citizenId, citizenId), eq(idempotencyKey.key, key)));
  return used;
}

/** Inserts a hashed key in the transaction of its submission. A parallel request with the same key waits here, and gets 409. */
export async function insertKey(tx: Database, row: typeof idempotencyKey.$inferInsert): Promise<void> {
  const inserted = await tx
    .insert(idempotencyKey)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  if (inserted.length === 0) throw conflict(message.keyReused);
}

/** Keeps the sealed reply to a key for its repeat. */
export async function keepReply(tx: Database, of: { citizenId: string; key: string }, reply: string): Promise<void> {
  const { citizenId, key } = idempotencyKey;
  await tx
    .update(idempotencyKey)
    .set({ reply })
    .where(and(eq(citizenId, of.citizenId), eq(key, of.key)));
}

/** Digests a submission's fields and files. An upload counts by its declaration, since a repeat may lack its bytes. */
export function digestOf(fields: object, files: readonly ReceivedFile[]): Buffer {
  const sent = files.map((it) => it.declared ?? [it.fileName, it.kind, it.sha256.toString('hex')]);
  return sha256(JSON.stringify([fields, sent]));
}

interface KeyedSubmission<T> {
  readonly citizenId: string;
  /** As `hashSubmissionKey` makes it. */
  readonly key: string | undefined;
  readonly requestDigest: Buffer;
  /** Reads the result of an earlier request; null where its key served for something else. */
  readonly resultOf: (used: UsedKey) => T | null | undefined;
}

/** Submits once for each key; a repeated request gets the result of the first. `used`: what is known of the key. */
export async function submitOnce<T>(
  db: Database,
  { citizenId, key, requestDigest, resultOf }: KeyedSubmission<T>,
  used: UsedKey | undefined | null,
  submit: () => Promise<T>,
): Promise<T> {
  const replay = (earlier: UsedKey) => {
    const result = resultOf(earlier);
    if (!result || !earlier.requestDigest.equals(requestDigest)) throw conflict(message.keyReused);
    return result;
  };
  if (used) return replay(used);
  try {
    return await submit();
  } catch (error) {
    // A parallel request may have used the key, or the last of the quota, first.
    const first = key !== undefined && error instanceof AppError && (await findKey(db, citizenId, key));
    if (!first) throw error;
    return replay(first);
  }
}
