import { mostUnread, staffEmailOf, type Notification } from '@baraza/contract';
import type { Language } from '@baraza/contract/core/language';
import { and, count, desc, eq, getTableColumns, gt, isNull, type Placeholder, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { insertSelect, keepPrepared, param } from '../../../db/prepared.ts';
import { isShown } from '../../../db/row-security/shown-notification.ts';
import { account, complaint, knownIssue, notification } from '../../../db/schema/tables.ts';
import { behindCursor, type Page, toPage } from '../../../http/cursor.ts';
import { namesIn } from '../../../texts/local-names.store.ts';
import { type Names, speakerOf } from '../../../texts/words.ts';
import { announceRows } from '../../../realtime/announce.ts';
import { newsOfStep } from '../updates.ts';

type Row = typeof notification.$inferInsert;
/** Notification about a complaint or a known issue; `action` and `office` are those of the step. */
type NewNotification = Pick<
  Row,
  'accountId' | 'complaintId' | 'knownIssueId' | 'title' | 'body' | 'action' | 'office'
> & {
  readonly at: Date;
};

/** Inserts a notification. Since `replaces`, if given, it replaces the unread ones about the same complaint. */
export async function insertNotification(
  db: Database,
  { at, ...entry }: NewNotification,
  replaces?: Date,
): Promise<string> {
  const id = randomUUID();
  const { accountId, complaintId } = entry;
  const isOld =
    replaces &&
    complaintId &&
    and(
      eq(notification.accountId, accountId),
      eq(notification.complaintId, complaintId),
      isNull(notification.readAt),
      gt(notification.createdAt, replaces),
    );
  const inserted = insertSelect(notification, { id, ...entry, createdAt: at });
  await db.execute(sql`
    with dropped as (delete from ${notification} where ${isOld ?? sql`false`}),
    inserted as (${inserted} returning id, account_id)
    ${announceRows(sql`inserted`)}`);
  return id;
}

/** Columns that a notification shows: its own words, or those of its kind with the present title of its complaint or issue. */
const shownColumns = {
  ...getTableColumns(notification),
  trackingId: complaint.trackingId,
  about: sql<string>`coalesce(${complaint.title}, ${knownIssue.title})`,
  language: sql<Language | null>`(select language from ${account} where ${account.id} = ${notification.accountId})`,
};

function selectShown(db: Database) {
  return db
    .select(shownColumns)
    .from(notification)
    .leftJoin(complaint, eq(complaint.id, notification.complaintId))
    .leftJoin(knownIssue, eq(knownIssue.id, notification.knownIssueId));
}

/** Lists one page of an account's notifications, newest first. */
export async function listNotifications(
  db: Database,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Notification>> {
  const rows =
    cursor === undefined
      ? await newestStatement(db).execute({ accountId, limit: limit + 1 })
      : await listQuery(db, accountId, limit + 1, cursor);
  const page = toPage('notification', rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  const names = await namesIn(db, page.items[0]?.language ?? null);
  return { ...page, items: await Promise.all(page.items.map((row) => toNotification(row, names))) };
}

function listQuery(db: Database, accountId: string, limit: number | Placeholder, cursor?: string) {
  const { createdAt: at, id } = notification;
  return selectShown(db)
    .where(and(eq(notification.accountId, accountId), isShown(), behindCursor('notification', cursor, { at, id })))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

const newestStatement = keepPrepared('bell-newest', (db) =>
  listQuery(db, param('accountId'), sql.placeholder('limit')),
);

/** Counts unread notifications, up to the limit that a bell shows. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const [row] = await unreadStatement(db).execute({ accountId });
  return row!.unread;
}

const unreadStatement = keepPrepared('bell-unread', (db) => {
  const own = and(eq(notification.accountId, param('accountId')), isNull(notification.readAt), isShown());
  const some = db.select({ id: notification.id }).from(notification).where(own).limit(mostUnread);
  return db.select({ unread: count() }).from(some.as('some'));
});

/** Marks a notification as read, keeping the first time; undefined for someone else's. */
export async function markRead(db: Database, accountId: string, id: string, at: Date) {
  const own = and(eq(notification.id, id), eq(notification.accountId, accountId), isShown());
  await db
    .update(notification)
    .set({ readAt: sql`coalesce(${notification.readAt}, ${at.toISOString()}::timestamptz)` })
    .where(own);
  const [row] = await selectShown(db).where(own);
  return row && toNotification(row, await namesIn(db, row.language));
}

/** Marks all notifications as read, or those about one complaint. */
export async function markAllRead(db: Database, accountId: string, at: Date, complaintId: string | undefined) {
  const about = complaintId === undefined ? undefined : eq(notification.complaintId, complaintId);
  await db
    .update(notification)
    .set({ readAt: at })
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), about, isShown()));
}

type ShownRow = Awaited<ReturnType<typeof selectShown>>[number];

/** Returns title and body: for staff by kind, for citizens in their language. */
async function wordsOf({ kind, title, body, action, office, trackingId, about, language }: ShownRow, names: Names) {
  if (kind !== null) return { title: staffEmailOf(kind).title, body: `${trackingId} · ${about}` };
  const news = action && newsOfStep({ action, mdaName: office ?? '', title: about });
  const say = await speakerOf(language, names);
  return { title: say(news?.title ?? title ?? ''), body: say(news?.body ?? body ?? '') };
}

async function toNotification(row: ShownRow, names: Names): Promise<Notification> {
  const { id, complaintId, knownIssueId, step } = row;
  return {
    id,
    complaintId,
    ...(knownIssueId && { knownIssueId }),
    ...(await wordsOf(row, names)),
    ...(step !== null && { step: String(step) }),
    time: row.createdAt.toISOString(),
    read: row.readAt !== null,
  };
}
