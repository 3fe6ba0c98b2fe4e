import { and, eq, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  account,
  audit,
  complaint,
  erasure,
  feedback,
  file,
  idempotencyKey,
  notification,
  oneTimeCode,
} from '../../db/schema/tables.ts';
import { erasedAddress, erasedName } from '../../mail/erased.ts';
import { yielding } from './yielding.ts';
import { endSessions } from '../../auth/session/session.store.ts';
import { changed, type PersonalData, takePersonOutOfComplaints } from './erase-person.store.ts';

type AccountRow = typeof account.$inferSelect;

/** A citizen who is not erased yet, kept from changing until the transaction ends. */
export async function lockCitizen(db: Database, id: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), eq(account.role, 'citizen'), notLike(account.email, '%@erased.invalid')))
    .for('update');
  return row;
}

/**
 * Erases who somebody is from every table, and leaves a tombstone. The row of the account stays, without a person: complaints
 * hang on it. Answers where the bytes of their photos lie.
 */
export async function eraseRows(db: Database, row: AccountRow, at: Date): Promise<string[]> {
  const { id, email, pendingEmail } = row;
  await db.insert(erasure).values({ accountId: id, at }).onConflictDoNothing();
  await endSessions(db, id);
  // The new address is not proved: of the codes there only those of a change go that were for nobody's account.
  const inVain = and(eq(oneTimeCode.purpose, 'change-email'), isNull(oneTimeCode.accountId));
  const ofNew = pendingEmail === null ? undefined : and(eq(oneTimeCode.email, pendingEmail), inVain);
  const ofAddress = and(eq(oneTimeCode.audience, 'user'), or(eq(oneTimeCode.email, email), ofNew));
  await db.delete(oneTimeCode).where(or(eq(oneTimeCode.accountId, id), ofAddress));
  await db.delete(notification).where(eq(notification.accountId, id));
  await db.delete(idempotencyKey).where(eq(idempotencyKey.citizenId, id));
  const photos = await eraseFiles(db, id);
  await takePersonOutOfComplaints(db, eq(complaint.citizenId, id), row);
  await takePersonOutOfFeedback(db, id, row);
  await eraseAuditContent(db, id);
  await db
    .update(account)
    .set({
      email: erasedAddress(id),
      ...erasedName,
      phone: null,
      passwordHash: null,
      photoId: null,
      pendingEmail: null,
      disabledAt: row.disabledAt ?? at,
    })
    .where(eq(account.id, id));
  return photos;
}

/** What the cases are called that a citizen sent. */
export async function listTrackingIds(db: Database, citizenId: string): Promise<string[]> {
  const complaints = db.select({ it: complaint.trackingId }).from(complaint).where(eq(complaint.citizenId, citizenId));
  const others = db.select({ it: feedback.trackingId }).from(feedback).where(eq(feedback.citizenId, citizenId));
  return (await complaints.unionAll(others)).map(({ it }) => it);
}

/** A name that says nothing of whoever sent the file. */
export const plainFileName = sql`${file.kind} || '-' || (${file.position} + 1) || '.' || split_part(${file.contentType}, '/', 2)`;

/** Photos of the person go; what belongs to a case stays, under a name that says nothing. */
async function eraseFiles(db: Database, accountId: string): Promise<string[]> {
  const ofPerson = and(eq(file.accountId, accountId), isNull(file.complaintId), isNull(file.feedbackId));
  const gone = await db.delete(file).where(ofPerson).returning({ storageKey: file.storageKey });
  await db.update(file).set({ fileName: plainFileName }).where(eq(file.accountId, accountId));
  return gone.map((it) => it.storageKey);
}

async function takePersonOutOfFeedback(db: Database, citizenId: string, person: PersonalData): Promise<void> {
  const { id, title, description, descriptionText, reply } = feedback;
  const columns = { id, title, description, descriptionText, reply };
  await yielding(await db.select(columns).from(feedback).where(eq(feedback.citizenId, citizenId)), async (row) => {
    const change = changed(row, person);
    if (change) await db.update(feedback).set(change).where(eq(feedback.id, row.id));
  });
}

/** Where they came from, and the details of what they did. The chain covers both by a digest and stays valid. */
async function eraseAuditContent(db: Database, accountId: string): Promise<void> {
  await db
    .update(audit)
    .set({ network: null, detail: null, salt: null })
    .where(and(or(eq(audit.actorId, accountId), eq(audit.objectId, accountId)), isNotNull(audit.salt)));
}

/** Erased once, and yet here: a backup brought them back. */
export async function findReturned(db: Database): Promise<{ id: string; at: Date }[]> {
  return db
    .select({ id: account.id, at: erasure.at })
    .from(erasure)
    .innerJoin(account, eq(account.id, erasure.accountId))
    .where(and(eq(account.role, 'citizen'), notLike(account.email, '%@erased.invalid')));
}
