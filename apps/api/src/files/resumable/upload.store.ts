import { quotaMessage } from '@baraza/contract';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { lockCitizenShared } from '../../auth/account.store.ts';
import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/database.ts';
import { upload } from '../../db/schema/tables.ts';
import { tooManyRequests } from '../../http/errors.ts';
import type { FileStore } from '../file-store.ts';

export type UploadRow = typeof upload.$inferSelect;

/** A filed upload is kept without its bytes: a repeat of the submission may name it. */
const isFiled = sql`(${upload.received} = ${upload.length} and ${upload.pieces} = '{}')`;
const isOpen = sql`not ${isFiled}`;

/** Inserts an upload. @throws AppError 429 while the citizen has too many unfinished bytes or files. */
export async function insertUpload(db: Database, row: typeof upload.$inferInsert, room: Settings['daily']) {
  await db.transaction(async (tx) => {
    await lockCitizenShared(tx, row.citizenId);
    // Uploads of one citizen begin one after another, so that none slips past the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${row.citizenId}, 0))`);
    const [open] = await tx
      .select({ files: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${upload.length}), 0)::float8` })
      .from(upload)
      .where(and(eq(upload.citizenId, row.citizenId), isOpen, gt(upload.expiresAt, row.createdAt)));
    const isFull = open && (open.files >= room.files || open.bytes + row.length > room.megabytes * 1_000_000);
    if (isFull) throw tooManyRequests((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000, quotaMessage.files);
    await tx.insert(upload).values(row);
  });
}

/** Finds a citizen's upload that has not expired. */
export async function findUpload(db: Database, accountId: string, id: string, now: Date) {
  const isThere = or(isFiled, gt(upload.expiresAt, now));
  const [row] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.citizenId, accountId), isThere));
  return row;
}

/** Appends a piece at the upload's offset; false if the offset has moved. */
export async function appendPiece(
  db: Database,
  { id, received }: Pick<UploadRow, 'id' | 'received'>,
  piece: { readonly key: string; readonly size: number; readonly expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(upload)
    .set({
      received: received + piece.size,
      pieces: sql`${upload.pieces} || ${piece.key}::text`,
      expiresAt: piece.expiresAt,
    })
    .where(and(eq(upload.id, id), eq(upload.received, received)));
  return rowCount === 1;
}

/** Claims complete uploads for one submission; returns those claimed, without any that another submission has. */
export async function claimUploads(db: Database, accountId: string, ids: readonly string[], claim: string, now: Date) {
  return db
    .update(upload)
    .set({ claimedBy: claim, claims: sql`${upload.claims} + 1` })
    .where(
      and(
        inArray(upload.id, [...ids]),
        eq(upload.citizenId, accountId),
        eq(upload.received, upload.length),
        or(and(isNull(upload.claimedBy), isOpen), eq(upload.claimedBy, claim)),
        or(isFiled, gt(upload.expiresAt, now)),
      ),
    )
    .returning();
}

/** Reverts `claimUploads` for one request. With `frees`, the last request of a submission frees them. */
export async function releaseUploads(db: Database, ids: readonly string[], claim: string, frees: boolean) {
  const isFreed = sql`${frees}::boolean and ${upload.claims} <= 1`;
  await db
    .update(upload)
    .set({
      claims: sql`greatest(${upload.claims} - 1, 0)`,
      claimedBy: sql`case when not (${isFreed}) then ${upload.claimedBy} end`,
    })
    .where(and(inArray(upload.id, [...ids]), eq(upload.claimedBy, claim), isOpen));
}

/** Empties the uploads that a submission has filed. Returns the keys of their pieces. */
export async function dropPieces(db: Database, ids: readonly string[], claim: string): Promise<string[]> {
  const isClaimed = and(inArray(upload.id, [...ids]), eq(upload.claimedBy, claim));
  return db.transaction(async (tx) => {
    const rows = await tx.select({ pieces: upload.pieces }).from(upload).where(isClaimed).for('update');
    await tx.update(upload).set({ pieces: [] }).where(isClaimed);
    return rows.flatMap(({ pieces }) => pieces);
  });
}

/** Deletes all uploads of an account. Returns the keys of their pieces. */
export async function deleteUploadsOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.delete(upload).where(eq(upload.citizenId, accountId)).returning({ pieces: upload.pieces });
  return rows.flatMap(({ pieces }) => pieces);
}

/** Deletes expired uploads with their bytes, and rows that repeats of submissions no longer need. */
export async function purgeUploads(db: Database, files: FileStore, now: Date, keysBefore: Date): Promise<void> {
  const isOver = or(and(isOpen, lt(upload.expiresAt, now)), lt(upload.createdAt, keysBefore));
  const rows = await db.delete(upload).where(isOver).returning({ pieces: upload.pieces });
  for (const key of rows.flatMap(({ pieces }) => pieces)) await files.delete(key);
}
