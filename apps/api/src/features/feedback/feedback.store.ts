import type { Attachment, Feedback } from '@baraza/contract';
import { aliasedTable, and, asc, desc, eq, getTableColumns, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, category, feedback } from '../../db/schema/tables.ts';
import type { Place } from '../../http/cursor.ts';
import { type FileRow, filesOfFeedback } from '../../files/file.store.ts';

/** A file as it travels to the reader at hand. */
export type AttachmentOf = (file: FileRow) => Attachment;

export type NewFeedbackRow = Pick<
  typeof feedback.$inferInsert,
  'id' | 'trackingId' | 'citizenId' | 'categoryId' | 'title' | 'description' | 'descriptionText' | 'createdAt'
>;

/** Stores a feedback; that of a demo account is sample data. False when its tracking id is taken: then take another. */
export async function insertFeedback(db: Database, row: NewFeedbackRow): Promise<boolean> {
  const inserted = await db
    .insert(feedback)
    .values({ ...row, status: 'Pending', demo: sql`(select demo from account where id = ${row.citizenId})` })
    .onConflictDoNothing({ target: feedback.trackingId })
    .returning({ id: feedback.id });
  return inserted.length === 1;
}

/** Answers a feedback that waits for it. False when it has its answer already, or is not there. */
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
  return answered.length === 1;
}

export interface FeedbackFilter {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly sort: 'latest' | 'oldest';
  readonly limit: number;
  readonly after: Place | undefined;
}

/** One page of the citizen's own feedback; `next` is where the next one begins, if there is one. */
export async function listFeedback(
  db: Database,
  citizenId: string,
  filter: FeedbackFilter,
  attachmentOf: AttachmentOf,
): Promise<{ items: Feedback[]; next: Place | null }> {
  const { after, limit } = filter;
  const [order, beyond] = filter.sort === 'latest' ? [desc, sql`<`] : [asc, sql`>`];
  const rows = await selectFeedback(db)
    .where(
      and(
        eq(feedback.citizenId, citizenId),
        filter.category ? eq(feedback.categoryId, filter.category) : undefined,
        filter.q ? matches(filter.q) : undefined,
        after && sql`(${feedback.createdAt}, ${feedback.id}) ${beyond} (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(order(feedback.createdAt), order(feedback.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.feedback : undefined;
  return {
    items: await withAttachments(db, shown, attachmentOf),
    next: last ? { at: last.createdAt, id: last.id } : null,
  };
}

/** One of the citizen's own feedback; nothing for somebody else's. */
export async function findFeedback(
  db: Database,
  citizenId: string,
  id: string,
  attachmentOf: AttachmentOf,
): Promise<Feedback | undefined> {
  const rows = await selectFeedback(db).where(and(eq(feedback.id, id), eq(feedback.citizenId, citizenId)));
  const [found] = await withAttachments(db, rows, attachmentOf);
  return found;
}

const replier = aliasedTable(account, 'replier');

/** All of it but what is there for searching alone. */
const { search: _, ...columns } = getTableColumns(feedback);
export const feedbackColumns = columns;

/** Feedback with its category, and the role of whoever answered. */
export function selectFeedback(db: Database) {
  return db
    .select({
      feedback: feedbackColumns,
      category: { id: category.id, name: category.name },
      replierRole: replier.role,
    })
    .from(feedback)
    .innerJoin(category, eq(category.id, feedback.categoryId))
    .leftJoin(replier, eq(replier.id, feedback.replierId));
}

/** Title, text or category name hold the words as they were typed, whatever the case. */
function matches(words: string): SQL | undefined {
  const pattern = `%${words.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  return or(ilike(feedback.title, pattern), ilike(feedback.descriptionText, pattern), ilike(category.name, pattern));
}

type Row = Awaited<ReturnType<typeof selectFeedback>>[number];

async function withAttachments(db: Database, rows: readonly Row[], attachmentOf: AttachmentOf): Promise<Feedback[]> {
  const files = await filesOfFeedback(
    db,
    rows.map((row) => row.feedback.id),
  );
  return rows.map((row) => {
    const own = files.filter((it) => it.feedbackId === row.feedback.id);
    return toFeedback(row, own.map(attachmentOf));
  });
}

/** A feedback as its citizen sees it. */
export function toFeedback({ feedback: row, category: topic, replierRole }: Row, attachments: Attachment[]): Feedback {
  return {
    id: row.id,
    trackingId: row.trackingId,
    title: row.title,
    description: row.description,
    category: topic,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    attachments,
    reply: row.reply,
    // Towards citizens staff are their office, not their name.
    replier: replierRole && officeOf[replierRole],
    repliedAt: row.repliedAt && row.repliedAt.toISOString(),
  };
}

const officeOf: Record<(typeof account.$inferSelect)['role'], string> = {
  citizen: 'Citizen',
  officer: 'Officer',
  supervisor: 'Supervisor',
  administrator: 'Administrator',
  oversight: 'Oversight',
};
