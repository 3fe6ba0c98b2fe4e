import { createHmac } from 'node:crypto';
import type { Attachment } from '@baraza/contract/core/common';
import { feedbackRoles } from '@baraza/contract/feedback/feedback-desk';
import { mdaRoles } from '@baraza/contract/core/role';
import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { isNotRecused } from '../db/row-security/not-recused.ts';
import { account, complaint, feedback, file, mda } from '../db/schema/tables.ts';
import type { Caller } from '../auth/session/caller.ts';
import { AppError } from '../http/errors.ts';
import type { Services } from '../services.ts';
import type { ReceivedFile } from './uploads.ts';

export type FileRow = typeof file.$inferSelect;

/** A received file whose bytes now lie in the file store, without a row yet. */
export interface StoredFile extends ReceivedFile {
  readonly id: string;
  readonly storageKey: string;
}

export interface FileOwner {
  /** Whoever sent it; null for the logo of an MDA. */
  readonly accountId: string | null;
  readonly complaintId?: string;
  readonly feedbackId?: string;
}

/**
 * Puts files into the file store and runs the work that writes their rows. When the work refuses, the bytes go again. When it
 * fails otherwise they stay: a commit whose answer was lost may have happened. The clean-up job knows by the rows.
 */
export async function withStoredFiles<T>(
  services: Services,
  files: readonly ReceivedFile[],
  work: (stored: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  try {
    for (const received of files) {
      const storageKey = await services.files.put(received.tempPath, { contentType: received.contentType });
      stored.push({ ...received, id: crypto.randomUUID(), storageKey });
    }
    return await work(stored);
  } catch (error) {
    if (error instanceof AppError) await Promise.allSettled(stored.map((it) => services.files.delete(it.storageKey)));
    throw error;
  }
}

/** Writes the row of a stored file. */
export async function insertFile(
  db: Database,
  stored: StoredFile,
  owner: FileOwner & { readonly position?: number; readonly createdAt: Date },
): Promise<void> {
  const { id, storageKey, fileName, kind, contentType, size, sha256 } = stored;
  await db.insert(file).values({ id, storageKey, fileName, kind, contentType, size, sha256, ...owner });
}

/** Writes the rows of several stored files in one go; their order stays. */
export async function insertFiles(
  db: Database,
  files: readonly StoredFile[],
  owner: FileOwner & { readonly createdAt: Date },
): Promise<void> {
  if (files.length === 0) return;
  const { accountId, complaintId, feedbackId, createdAt } = owner;
  const rows = files.map(({ id, storageKey, fileName, kind, contentType, size, sha256 }, position) => {
    return {
      id,
      storageKey,
      fileName,
      kind,
      contentType,
      size,
      sha256,
      position,
      accountId,
      complaintId,
      feedbackId,
      createdAt,
    };
  });
  await db.insert(file).values(rows);
}

/** The files of a complaint, in the order they were sent. */
export async function filesOfComplaint(db: Database, complaintId: string): Promise<FileRow[]> {
  return db.select().from(file).where(eq(file.complaintId, complaintId)).orderBy(asc(file.position), asc(file.id));
}

/** What of a file its readers are told. */
export type ShownFile = Pick<FileRow, 'id' | 'fileName' | 'kind' | 'contentType' | 'size'>;

/** The same, as one column of a query. */
export function shownFilesOf(complaintId: AnyPgColumn): SQL<ShownFile[]> {
  return sql<
    ShownFile[]
  >`(select coalesce(json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'kind', f.kind,
      'contentType', f.content_type, 'size', f.size) order by f.position, f.id), '[]')
    from ${file} f where f.complaint_id = ${complaintId})`;
}

/** The files of several feedbacks, in the order they were sent. */
export async function filesOfFeedback(db: Database, feedbackIds: readonly string[]): Promise<FileRow[]> {
  if (feedbackIds.length === 0) return [];
  return db
    .select()
    .from(file)
    .where(inArray(file.feedbackId, [...feedbackIds]))
    .orderBy(asc(file.position), asc(file.id));
}

/** A row as it travels, with an address that this session alone can open, for some minutes. */
export function toAttachment(row: ShownFile, services: Services, caller: Caller): Attachment {
  const { id, fileName, kind, contentType, size } = row;
  return { id, fileName, kind, contentType, size, filePath: fileAddress(id, services, caller) };
}

const lifeSeconds = 300;
const stepSeconds = 60;

/** The signed address of a file. It stays the same for a minute, so that a page that reloads its data keeps its pictures. */
export function fileAddress(id: string, services: Services, caller: Caller): string {
  const now = services.clock.now().getTime() / 1000;
  const expires = (Math.floor(now / stepSeconds) * stepSeconds + lifeSeconds).toString();
  const signature = signFile(services, id, expires, caller.sessionId);
  return `/api/file/${id}?${new URLSearchParams({ expires, session: caller.sessionId, signature })}`;
}

export function signFile(services: Services, id: string, expires: string, session: string): string {
  return createHmac('sha256', services.keys.file).update(`${id}\n${expires}\n${session}`).digest('base64url');
}

/**
 * A file that the caller may read: a citizen the files of their own complaints and feedback, staff those of the complaints
 * of their MDA (oversight of all) that are not kept from them, those who answer feedback its pictures, everybody their own photo and the logo of an MDA.
 */
export async function findReadableFile(db: Database, id: string, caller: Caller): Promise<FileRow | undefined> {
  const isStaff = caller.role !== 'citizen';
  const isMda = (mdaRoles as readonly string[]).includes(caller.role);
  const seen = isNotRecused(complaint, caller.accountId);
  const answersFeedback = (feedbackRoles as readonly string[]).includes(caller.role);
  const [found] = await db
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
          // Whoever is offered a transfer has to see what it is about.
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
  return found?.file;
}

/** Whether any row names these bytes. */
export async function hasFileWith(db: Database, storageKey: string): Promise<boolean> {
  const found = await db.select({ id: file.id }).from(file).where(eq(file.storageKey, storageKey)).limit(1);
  return found.length > 0;
}

/** Removes the row of a file; the clean-up job removes its bytes. */
export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.delete(file).where(eq(file.id, id));
}
