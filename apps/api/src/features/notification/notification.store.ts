import { mostUnread, staffEmailOf, type Notification } from '@baraza/contract';
import type { Language } from '@baraza/contract/core/language';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { isShown } from '../../db/row-security/shown-notification.ts';
import { account, complaint, knownIssue, notification } from '../../db/schema/tables.ts';
import { behindCursor, type Page, toPage } from '../../http/cursor.ts';
import { speakerOf } from '../../mail/words.ts';
import { announce } from '../../realtime/pubsub.ts';
import { newsOfStep, type PublicStep } from '../complaint/transition/updates.ts';

export interface NewNotification {
  readonly accountId: string;
  /** What it is about: one of the two. */
  readonly complaintId?: string;
  readonly knownIssueId?: string;
  readonly title: string;
  readonly body: string;
  /** The step it tells of, and the name of the office. */
  readonly action?: PublicStep['action'];
  readonly office?: string;
  readonly at: Date;
}

/** Inserts a notification. Writers to one account take turns, so that readers who remember the last `seq` miss none. */
export async function insertNotification(db: Database, entry: NewNotification): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`
    with turn as materialized (
      select pg_advisory_xact_lock(${lockClass}, hashtext(${entry.accountId}))
    )
    insert into notification (id, account_id, complaint_id, known_issue_id, title, body, action, office, created_at)
    select ${id}::uuid, ${entry.accountId}::uuid, ${entry.complaintId ?? null}::uuid,
      ${entry.knownIssueId ?? null}::uuid, ${entry.title}, ${entry.body}, ${entry.action ?? null}, ${entry.office ?? null}, ${entry.at.toISOString()}::timestamptz
    from turn`);
  await announce(db, entry.accountId, id);
  return id;
}

/** What a notification shows: its own words, or those of its kind and what it is about as that is by now. */
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

/** Advisory lock class; any number that no other lock uses. */
const lockClass = 722_041;

/** Lists one page of an account's notifications, newest first. */
export async function listNotifications(
  db: Database,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Notification>> {
  const { createdAt: at, id } = notification;
  const rows = await selectShown(db)
    .where(and(eq(notification.accountId, accountId), isShown(), behindCursor('notification', cursor, { at, id })))
    .orderBy(desc(at), desc(id))
    .limit(limit + 1);
  const page = toPage('notification', rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, items: await Promise.all(page.items.map(toNotification)) };
}

/** Counts unread notifications, up to the most that a bell tells apart. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notification)
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), isShown()))
    .limit(mostUnread);
  return db.$count(unread.as('unread'));
}

/** Marks a notification as read, keeping the first time; undefined for someone else's. */
export async function markRead(
  db: Database,
  accountId: string,
  id: string,
  at: Date,
): Promise<Notification | undefined> {
  const own = and(eq(notification.id, id), eq(notification.accountId, accountId), isShown());
  await db
    .update(notification)
    .set({ readAt: sql`coalesce(${notification.readAt}, ${at.toISOString()}::timestamptz)` })
    .where(own);
  const [row] = await selectShown(db).where(own);
  return row && toNotification(row);
}

/** Marks all notifications as read, or those about one complaint. */
export async function markAllRead(db: Database, accountId: string, at: Date, complaintId: string | undefined) {
  const about = complaintId === undefined ? undefined : eq(notification.complaintId, complaintId);
  await db
    .update(notification)
    .set({ readAt: at })
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), about, isShown()));
}

/** Marks notifications older than an instant as read. */
export async function markOlderRead(db: Database, accountId: string, before: Date): Promise<void> {
  await db
    .update(notification)
    .set({ readAt: before })
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), lt(notification.createdAt, before)));
}

/** Reads the number of the newest notification; 0 without any. */
export async function newestSeq(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ seq: notification.seq })
    .from(notification)
    .where(eq(notification.accountId, accountId))
    .orderBy(desc(notification.seq))
    .limit(1);
  return row?.seq ?? 0;
}

/** Lists notifications after number `seq`, oldest first. */
export async function notificationsAfter(
  db: Database,
  accountId: string,
  seq: number,
  limit: number,
): Promise<Numbered[]> {
  const rows = await selectShown(db)
    .where(and(eq(notification.accountId, accountId), gt(notification.seq, seq)))
    .orderBy(asc(notification.seq))
    .limit(limit);
  return Promise.all(rows.map(toNumbered));
}

/** Lists notifications with these ids up to number `seq`, oldest first. */
export async function notificationsUpTo(
  db: Database,
  accountId: string,
  seq: number,
  ids: readonly string[],
): Promise<Numbered[]> {
  const rows = await selectShown(db)
    .where(and(inArray(notification.id, [...ids]), eq(notification.accountId, accountId), lte(notification.seq, seq)))
    .orderBy(asc(notification.seq));
  return Promise.all(rows.map(toNumbered));
}

type ShownRow = Awaited<ReturnType<typeof selectShown>>[number];

export type Numbered = Awaited<ReturnType<typeof toNumbered>>;

const toNumbered = async (row: ShownRow) => ({
  seq: row.seq,
  notification: await toNotification(row),
});

/** Says it to staff by its kind, and to citizens in their language. */
async function wordsOf({ kind, title, body, action, office, trackingId, about, language }: ShownRow) {
  if (kind !== null) return { title: staffEmailOf(kind).title, body: `${trackingId} · ${about}` };
  const news = action && newsOfStep({ action, mdaName: office ?? '', title: about });
  const say = await speakerOf(language);
  return { title: say(news?.title ?? title ?? ''), body: say(news?.body ?? body ?? '') };
}

async function toNotification(row: ShownRow): Promise<Notification> {
  const { id, complaintId, knownIssueId, step } = row;
  return {
    id,
    complaintId,
    ...(knownIssueId && { knownIssueId }),
    ...(await wordsOf(row)),
    ...(step !== null && { step: String(step) }),
    time: row.createdAt.toISOString(),
    read: row.readAt !== null,
  };
}
