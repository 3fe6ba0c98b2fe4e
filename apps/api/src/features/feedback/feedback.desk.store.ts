import type { DeskFeedback, DeskFeedbackSummary, listDeskFeedback, QueryOf } from '@baraza/contract';
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, category, feedback } from '../../db/schema/tables.ts';
import { behindCursor, type Page, toPage } from '../../http/cursor.ts';
import { trackingTail, wordQuery } from '../complaint/text/search-words.ts';
import { maskedName } from '../complaint/text/masked-name.ts';
import { type AttachmentOf, selectFeedback, toFeedback } from './feedback.store.ts';
import { filesOfFeedback } from '../../files/file.store.ts';

/** Lists one page of all feedback, newest first. */
export async function listForDesk(
  db: Database,
  { cursor, limit, status, category: topic, q }: QueryOf<typeof listDeskFeedback>,
): Promise<Page<DeskFeedbackSummary>> {
  const rows = await db
    .select({
      id: feedback.id,
      trackingId: feedback.trackingId,
      title: feedback.title,
      category: { id: category.id, name: category.name },
      createdAt: feedback.createdAt,
      status: feedback.status,
    })
    .from(feedback)
    .innerJoin(category, eq(category.id, feedback.categoryId))
    .where(
      and(
        status && eq(feedback.status, status),
        topic ? eq(feedback.categoryId, topic) : undefined,
        q ? matches(q) : undefined,
        behindCursor('desk feedback', cursor, { at: feedback.createdAt, id: feedback.id }),
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit + 1);
  const page = toPage('desk feedback', rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { ...page, items: page.items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}

/** Finds a feedback of any citizen, for the desk. */
export async function findForDesk(
  db: Database,
  id: string,
  attachmentOf: AttachmentOf,
): Promise<DeskFeedback | undefined> {
  const [row] = await selectFeedback(db).where(eq(feedback.id, id));
  if (!row) return undefined;
  const { citizenId, replierId } = row.feedback;
  const people = await db
    .select({ id: account.id, firstName: account.firstName, lastName: account.lastName })
    .from(account)
    .where(inArray(account.id, [citizenId, ...(replierId === null ? [] : [replierId])]));
  const [citizen, replier] = [citizenId, replierId].map((person) => people.find((it) => it.id === person));
  const files = await filesOfFeedback(db, [id]);
  return {
    ...toFeedback(row, files.map(attachmentOf)),
    citizen: { name: citizen ? maskedName(citizen) : '' },
    repliedBy: replier ? `${replier.firstName} ${replier.lastName}` : null,
  };
}

/** Finds the recipient of a reply; locked against erasure until the transaction ends. */
export async function findRecipient(db: Database, id: string) {
  const [row] = await db
    .select({ email: account.email, name: account.firstName, title: feedback.title, trackingId: feedback.trackingId })
    .from(feedback)
    .innerJoin(account, eq(account.id, feedback.citizenId))
    .where(eq(feedback.id, id))
    .for('key share', { of: account });
  return row;
}

/** Matches the end of a tracking id, or all words; each has an index. */
function matches(q: string): SQL | undefined {
  const tail = trackingTail(q);
  const words = wordQuery(q);
  return (
    or(
      tail === undefined ? undefined : sql`reverse(${feedback.trackingId}) like ${`${tail}%`}`,
      words === undefined ? undefined : sql`${feedback.search} @@ to_tsquery('simple', ${words})`,
    ) ?? sql`false`
  );
}
