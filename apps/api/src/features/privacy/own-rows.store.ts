import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, audit, file, notification, session } from '../../db/schema/tables.ts';
import { unauthenticated } from '../../http/errors.ts';
import type { FileRow } from '../../files/file.store.ts';

/** Reads the account of a citizen, without the password hash. */
export async function readAccount(db: Database, id: string) {
  const { firstName, lastName, email, pendingEmail, phone, emailVerifiedAt, createdAt } = account;
  const columns = { id: account.id, firstName, lastName, email, pendingEmail, phone, emailVerifiedAt, createdAt };
  const [row] = await db
    .select({ ...columns, photo: file })
    .from(account)
    .leftJoin(file, eq(file.id, account.photoId))
    .where(eq(account.id, id));
  if (!row) throw unauthenticated();
  return row;
}

export async function readSessions(db: Database, accountId: string) {
  const { createdAt, lastUsedAt, expiresAt, userAgent } = session;
  return db
    .select({ createdAt, lastUsedAt, expiresAt, userAgent })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(asc(session.createdAt));
}

export async function readNotifications(db: Database, accountId: string) {
  const { title, body, createdAt, readAt } = notification;
  return db
    .select({ title, body, createdAt, readAt })
    .from(notification)
    .where(eq(notification.accountId, accountId))
    .orderBy(asc(notification.createdAt), asc(notification.id));
}

/** Reads the audit entries of a person's own actions. */
export async function readActivity(db: Database, accountId: string) {
  const { at, action, outcome, network, detail } = audit;
  return db
    .select({ at, action, outcome, network, detail })
    .from(audit)
    .where(eq(audit.actorId, accountId))
    .orderBy(asc(at), asc(audit.id));
}

export async function readFeedbackFiles(db: Database, feedbackId: string): Promise<FileRow[]> {
  return db.select().from(file).where(eq(file.feedbackId, feedbackId)).orderBy(asc(file.position), asc(file.id));
}
