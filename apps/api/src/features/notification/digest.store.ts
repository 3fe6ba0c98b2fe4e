import type { NewsKind } from '@baraza/contract';
import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isShown } from '../../db/row-security/shown-notification.ts';
import { account, complaint, notification } from '../../db/schema/tables.ts';

const { id, email, mdaId, mailTimes } = account;
const isWaiting = and(isNull(notification.readAt), isNull(notification.mailedAt));

export type DigestReader = Pick<typeof account.$inferSelect, 'id' | 'email' | 'mdaId' | 'mailTimes'>;

/** Finds the staff who have unread news that were never mailed. */
export async function findDigestReaders(db: Database): Promise<DigestReader[]> {
  const waiting = db
    .select({ one: sql`1` })
    .from(notification)
    .where(and(eq(notification.accountId, id), isWaiting));
  return db
    .select({ id, email, mdaId, mailTimes })
    .from(account)
    .where(and(ne(account.role, 'citizen'), isNull(account.disabledAt), sql`exists ${waiting}`))
    .orderBy(asc(id));
}

/** Takes what is due for a reader's daily mail, oldest first. From then on it counts as mailed. */
export async function takeForDigest(
  db: Database,
  accountId: string,
  kinds: readonly NewsKind[],
  until: Date,
  now: Date,
) {
  const rows = await db
    .update(notification)
    .set({ mailedAt: now })
    .from(complaint)
    .where(
      and(
        eq(notification.accountId, accountId),
        isWaiting,
        inArray(notification.kind, [...kinds]),
        lte(notification.createdAt, until),
        eq(complaint.id, notification.complaintId),
        isShown(),
      ),
    )
    .returning({
      id: notification.id,
      kind: sql<NewsKind>`${notification.kind}`,
      step: notification.step,
      complaintId: notification.complaintId,
      trackingId: complaint.trackingId,
      seq: notification.seq,
    });
  return rows.toSorted((one, two) => one.seq - two.seq);
}
