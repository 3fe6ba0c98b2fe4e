import { randomBytes } from 'node:crypto';
import type { Attachment, Feedback, listFeedback as listFeedbackEndpoint, QueryOf } from '@baraza/contract';
import { and, asc, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hmacSha256, sha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { account, category, feedback, feedbackEvent } from '../../db/schema/tables.ts';
import { type FileRow, filesOfFeedback } from '../../files/file.store.ts';
import { notFound } from '../../http/errors.ts';
import { behindCursor, type Page, toPage } from '../../http/cursor.ts';
import { patternOf, wordQuery } from '../../domain/search-words.ts';
import { type Erasing, leaveTombstones } from '../log/tombstone.store.ts';

/** Converts a file to the attachment the reader gets. */
export type AttachmentOf = (file: FileRow) => Attachment;

/** Inserts feedback; returns false when its tracking ID is taken. Feedback of demo accounts is sample data. */
export async function insertFeedback(db: Database, row: Omit<typeof feedback.$inferInsert, 'status' | 'demo'>) {
  const inserted = await db
    .insert(feedback)
    .values({ ...row, status: 'Pending', demo: sql`(select demo from account where id = ${row.citizenId})` })
    .onConflictDoNothing({ target: feedback.trackingId })
    .returning({ id: feedback.id });
  if (inserted.length === 0) return false;
  const event = { feedbackId: row.id, seq: 1, at: row.createdAt, action: 'submit', actorId: null } as const;
  await recordFeedbackEvent(db, event, [row.title, row.description]);
  return true;
}

/** Stores the reply; returns false when the feedback has one or is missing. */
export async function setFeedbackReply(
  db: Database,
  id: string,
  reply: { readonly text: string; readonly replierId: string; readonly at: Date },
): Promise<boolean> {
  const answered = await db
    .update(feedback)
    .set({ status: 'Replied', reply: reply.text, replierId: reply.replierId, repliedAt: reply.at })
    .where(and(eq(feedback.id, id), eq(feedback.status, 'Pending')))
    .returning({ id: feedback.id });
  if (answered.length === 0) return false;
  const event = { feedbackId: id, seq: 2, at: reply.at, action: 'reply', actorId: reply.replierId } as const;
  await recordFeedbackEvent(db, event, [reply.text]);
  return true;
}

/** Lists one page of a citizen's feedback. */
export async function listFeedback(
  db: Database,
  citizenId: string,
  { sort, category: topic, q, cursor, limit }: QueryOf<typeof listFeedbackEndpoint>,
  attachmentOf: AttachmentOf,
  named: readonly string[] = [],
): Promise<Page<Feedback>> {
  const list = `feedback ${sort}`;
  const { createdAt: at, id } = feedback;
  const order = sort === 'latest' ? desc : asc;
  const rows = await selectFeedback(db)
    .where(
      and(
        eq(feedback.citizenId, citizenId),
        topic ? eq(feedback.categoryId, topic) : undefined,
        q ? matches(q, named) : undefined,
        behindCursor(list, cursor, { at, id }, sort),
      ),
    )
    .orderBy(order(at), order(id))
    .limit(limit + 1);
  const page = toPage(list, rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, items: await withAttachments(db, page.items, attachmentOf) };
}

/** Reads a feedback of this citizen. @throws AppError 404, also for somebody else's */
export async function readFeedback(db: Database, citizenId: string, id: string, attachmentOf: AttachmentOf) {
  const rows = await selectFeedback(db).where(and(eq(feedback.id, id), eq(feedback.citizenId, citizenId)));
  const [own] = await withAttachments(db, rows, attachmentOf);
  if (!own) throw notFound();
  return own;
}

const replier = alias(account, 'replier');

/** Selects feedback with its category, its citizen and its replier. */
export function selectFeedback(db: Database) {
  return db
    .select({
      ...pick(feedback, ['id', 'trackingId', 'title', 'description', 'status', 'reply', 'createdAt', 'repliedAt']),
      category: { id: category.id, name: category.name },
      citizen: pick(account, ['firstName', 'lastName']),
      replier: pick(replier, ['role', 'firstName', 'lastName']),
    })
    .from(feedback)
    .innerJoin(account, eq(account.id, feedback.citizenId))
    .innerJoin(category, eq(category.id, feedback.categoryId))
    .leftJoin(replier, eq(replier.id, feedback.replierId));
}

function matches(words: string, named: readonly string[]): SQL | undefined {
  const pattern = patternOf(words);
  return or(
    inArray(category.name, [...named]),
    ...[feedback.title, feedback.descriptionText, category.name].map((column) => ilike(column, pattern)),
    sql`${feedback.search} @@ to_tsquery('simple', ${wordQuery(words) ?? null})`,
  );
}

type Row = Awaited<ReturnType<typeof selectFeedback>>[number];

async function withAttachments(db: Database, rows: readonly Row[], attachmentOf: AttachmentOf): Promise<Feedback[]> {
  const ids = rows.map((row) => row.id);
  const files = await filesOfFeedback(db, ids);
  return rows.map((row) => {
    const own = files.filter((file) => file.feedbackId === row.id);
    return toFeedback(row, own.map(attachmentOf));
  });
}

/** Converts a row to the reply for its citizen. */
export function toFeedback({ createdAt, repliedAt, replier, ...row }: Row, attachments: Attachment[]): Feedback {
  return {
    ...pick(row, ['id', 'trackingId', 'title', 'description', 'category', 'status', 'reply']),
    createdAt: createdAt.toISOString(),
    attachments,
    // Citizens see a role instead of a name.
    replier: replier && officeOf[replier.role],
    repliedAt: repliedAt && repliedAt.toISOString(),
  };
}

const officeOf: Record<(typeof account.$inferSelect)['role'], string> = {
  citizen: 'Citizen',
  officer: 'Officer',
  supervisor: 'Supervisor',
  administrator: 'Administrator',
  oversight: 'Oversight',
  agent: 'Agent',
};

type Facts = Omit<typeof feedbackEvent.$inferSelect, 'salt' | 'contentDigest' | 'digest'>;

/** Records an event of feedback for the log; a salted digest covers the words. */
async function recordFeedbackEvent(db: Database, facts: Facts, words: readonly string[]): Promise<void> {
  const salt = randomBytes(32);
  const contentDigest = wordsDigest(salt, words);
  await db
    .insert(feedbackEvent)
    .values({ ...facts, salt, contentDigest, digest: feedbackDigest(facts, contentDigest) });
}

/** Computes the salted digest of the words of an event. */
export function wordsDigest(salt: Buffer, words: readonly (string | null)[]): Buffer {
  return hmacSha256(salt, JSON.stringify(words));
}

/** Computes the entry of an event in the log. */
export function feedbackDigest({ feedbackId, seq, at, action, actorId }: Facts, contentDigest: Buffer): Buffer {
  return sha256(JSON.stringify([feedbackId, seq, at.toISOString(), action, actorId, contentDigest.toString('hex')]));
}

/** Erases the salts of a citizen's feedback, since its words change. */
export async function eraseFeedbackWords(db: Database, citizenId: string, erasing: Erasing): Promise<void> {
  const own = db.select({ id: feedback.id }).from(feedback).where(eq(feedback.citizenId, citizenId));
  const rows = await db
    .update(feedbackEvent)
    .set({ salt: null })
    .where(and(inArray(feedbackEvent.feedbackId, own), isNotNull(feedbackEvent.salt)))
    .returning({ subject: feedbackEvent.feedbackId, seq: feedbackEvent.seq });
  await leaveTombstones(db, 'feedback', rows, erasing);
}
