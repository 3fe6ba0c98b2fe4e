import { createHmac } from 'node:crypto';
import { type Attachment, feedbackRoles, mdaRoles, uploadMessage } from '@baraza/contract';
import { and, asc, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { isOpenTo } from '../db/row-security/open-to.ts';
import { account, complaint, feedback, file, mda, upload } from '../db/schema/tables.ts';
import type { Caller } from '../auth/session/caller.ts';
import { AppError, conflict } from '../http/errors.ts';
import type { Services } from '../services.ts';
import type { ReceivedFile } from './temp-files.ts';

const { preview: _unread, ...columns } = getTableColumns(file);
const hasPreview = sql<boolean>`${file.preview} is not null`;

type WholeFile = typeof file.$inferSelect;
export type FileRow = Omit<WholeFile, 'preview'> & { readonly hasPreview: boolean };

/** A file in the store that has no row yet. */
export interface StoredFile extends ReceivedFile {
  readonly id: string;
  readonly storageKey: string;
}

interface FileOwner {
  readonly accountId: string | null;
  readonly complaintId?: string;
  readonly eventSeq?: number;
  readonly feedbackId?: string;
  readonly createdAt: Date;
}

/** Stores files and runs the work that writes their rows. A refusal removes the bytes; after other failures the clean-up job decides. */
export async function withStoredFiles<T>(
  services: Services,
  files: readonly ReceivedFile[],
  work: (stored: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  try {
    for (const received of files) {
      if (received.isFiled) throw conflict(uploadMessage.used);
      const storageKey = await services.files.put(received.tempPath, { contentType: received.contentType });
      stored.push({ ...received, id: crypto.randomUUID(), storageKey });
    }
    return await work(stored);
  } catch (error) {
    if (error instanceof AppError) await Promise.allSettled(stored.map((it) => services.files.delete(it.storageKey)));
    throw error;
  }
}

/** Inserts the rows of stored files, keeping their order. */
export async function insertFiles(db: Database, files: readonly StoredFile[], owner: FileOwner): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((stored, position) => ({ ...stored, ...owner, position }));
  await db.insert(file).values(rows);
}

/** Lists the files of several complaints in the order sent. */
export async function filesOfComplaints(db: Database, complaintIds: readonly string[]): Promise<FileRow[]> {
  return db
    .select({ ...columns, hasPreview })
    .from(file)
    .where(inArray(file.complaintId, [...complaintIds]))
    .orderBy(sql`${file.eventSeq} nulls first`, asc(file.position), asc(file.id));
}

/** Columns of a file that readers get. */
export type ShownFile = Pick<FileRow, 'id' | 'fileName' | 'kind' | 'contentType' | 'size' | 'eventSeq' | 'hasPreview'>;

/** Builds these columns as one JSON column. */
export function shownFilesOf(complaintId: AnyPgColumn): SQL<ShownFile[]> {
  return sql<
    ShownFile[]
  >`(select coalesce(json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'kind', f.kind,
      'contentType', f.content_type, 'size', f.size, 'eventSeq', f.event_seq, 'hasPreview', f.preview is not null) order by f.position, f.id), '[]')
    from ${file} f where f.complaint_id = ${complaintId})`;
}

/** Lists the files of several feedbacks in the order sent. */
export async function filesOfFeedback(db: Database, feedbackIds: readonly string[]): Promise<FileRow[]> {
  if (feedbackIds.length === 0) return [];
  return db
    .select({ ...columns, hasPreview })
    .from(file)
    .where(inArray(file.feedbackId, [...feedbackIds]))
    .orderBy(asc(file.position), asc(file.id));
}

/** Converts a row to an attachment with an address for this session. */
export function toAttachment(row: Omit<ShownFile, 'eventSeq'>, services: Services, caller: Caller): Attachment {
  const { id, fileName, kind, contentType, size } = row;
  const filePath = fileAddress(id, services, caller);
  return {
    id,
    fileName,
    kind,
    contentType,
    size,
    filePath,
    previewPath: row.hasPreview ? `${filePath}&preview=1` : undefined,
  };
}

const lifeSeconds = 300;
const stepSeconds = 60;

/** Signs a file address; stable for a minute, so that reloaded pages keep their pictures. */
export function fileAddress(id: string, services: Services, caller: Caller): string {
  const now = services.clock.now().getTime() / 1000;
  const expires = (Math.floor(now / stepSeconds) * stepSeconds + lifeSeconds).toString();
  const signature = signFile(services, id, expires, caller.sessionId);
  return `/api/file/${id}?${new URLSearchParams({ expires, session: caller.sessionId, signature })}`;
}

export function signFile(services: Services, id: string, expires: string, session: string): string {
  return createHmac('sha256', services.keys.file).update(`${id}\n${expires}\n${session}`).digest('base64url');
}

/** Finds a file that the caller may read: of complaints and feedback they may open, their own photo, and logos. */
export async function findReadableFile(db: Database, id: string, caller: Caller): Promise<WholeFile | undefined> {
  const isStaff = caller.role !== 'citizen';
  const isMda = (mdaRoles as readonly string[]).includes(caller.role);
  const seen = isOpenTo(complaint, caller);
  const answersFeedback = (feedbackRoles as readonly string[]).includes(caller.role);
  const [row] = await db
    .select({ file })
    .from(file)
    .leftJoin(complaint, eq(complaint.id, file.complaintId))
    .leftJoin(feedback, eq(feedback.id, file.feedbackId))
    .leftJoin(account, and(eq(account.photoId, file.id), eq(account.id, caller.accountId)))
    .leftJoin(mda, eq(mda.logoId, file.id))
    .where(
      and(
        eq(file.id, id),
        or(
          isStaff ? undefined : eq(complaint.citizenId, caller.accountId),
          isStaff ? undefined : eq(feedback.citizenId, caller.accountId),
          !isMda || caller.mdaId === null ? undefined : and(seen, eq(complaint.mdaId, caller.mdaId)),
          // The MDA that is offered a transfer reads its files.
          !isMda || caller.mdaId === null ? undefined : and(seen, eq(complaint.offeredToMdaId, caller.mdaId)),
          caller.role === 'oversight' ? and(seen, isNotNull(complaint.id)) : undefined,
          answersFeedback ? isNotNull(feedback.id) : undefined,
          isNotNull(account.id),
          isNotNull(mda.id),
          sql`false`,
        ),
      ),
    )
    .limit(1);
  return row?.file;
}

/** Whether a row refers to this key. */
export async function hasFileWith(db: Database, storageKey: string): Promise<boolean> {
  return (await db.$count(file, eq(file.storageKey, storageKey))) > 0;
}

/** Returns those of the keys that no file and no piece of an upload has. */
export async function listOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`select unnest(${sql.param(keys)}::text[]) as key
    except select ${file.storageKey} from ${file} where ${file.storageKey} = any(${sql.param(keys)}::text[])
    except select unnest(${upload.pieces}) from ${upload}`);
  return rows.map(({ key }) => key);
}

/** Deletes the row of a file; the clean-up job removes its bytes. */
export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.delete(file).where(eq(file.id, id));
}
