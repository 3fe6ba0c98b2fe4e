import { and, eq, getTableColumns, inArray, isNotNull, isNull, notLike, or, type SQL, sql } from 'drizzle-orm';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import {
  account,
  audit,
  complaint,
  erasure,
  feedback,
  file,
  idempotencyKey,
  knownIssueFollower,
  notification,
  oneTimeCode,
} from '../../../db/schema/tables.ts';
import { deleteUploadsOf } from '../../../files/resumable/upload.store.ts';
import { erasedName } from '../../../domain/person-name.ts';
import { eraseContact, eraseMails } from '../../../mail/channel-contact.store.ts';
import { erasedAddress } from '../../../mail/erased.ts';
import { eraseFeedbackWords } from '../../feedback/feedback.store.ts';
import { type Erasing, leaveTombstones } from '../../log/tombstone.store.ts';
import { redactComplaints, redactRows } from './redact-complaints.store.ts';
import { callPhones } from '../../complaint/record/call-phones.ts';

type CitizenRow = typeof account.$inferSelect & { readonly callPhones: string[] };

const isCitizen = and(eq(account.role, 'citizen'), notLike(account.email, '%@erased.invalid'));

/** Locks a citizen who is not erased until the transaction ends. */
export async function lockCitizen(db: Database, id: string): Promise<CitizenRow | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(account), callPhones })
    .from(account)
    .where(and(eq(account.id, id), isCitizen))
    .for('update');
  return row;
}

/** Erases a citizen from every table; the account row stays without a person. Returns the storage keys of files to delete. */
export async function eraseRows(db: Database, row: CitizenRow, erasing: Erasing): Promise<string[]> {
  const { at } = erasing;
  const { id, email, pendingEmail } = row;
  await db.insert(erasure).values({ accountId: id, at }).onConflictDoNothing();
  await endSessions(db, id);
  await eraseContact(db, id);
  await eraseMails(db, eq(complaint.citizenId, id));
  // The new address may belong to another account: delete only codes of changes that belong to none.
  const inVain = and(eq(oneTimeCode.purpose, 'change-email'), isNull(oneTimeCode.accountId));
  const ofNew = pendingEmail === null ? undefined : and(eq(oneTimeCode.email, pendingEmail), inVain);
  // Others may share the number: of its codes only those that belong to none.
  const ofNumber =
    row.phoneUsedAt && row.phone ? and(eq(oneTimeCode.email, row.phone), isNull(oneTimeCode.accountId)) : undefined;
  const ofAddress = and(eq(oneTimeCode.audience, 'user'), or(eq(oneTimeCode.email, email), ofNew, ofNumber));
  await db.delete(oneTimeCode).where(or(eq(oneTimeCode.accountId, id), ofAddress));
  await db.delete(notification).where(eq(notification.accountId, id));
  await db.delete(knownIssueFollower).where(eq(knownIssueFollower.accountId, id));
  await db.delete(idempotencyKey).where(eq(idempotencyKey.citizenId, id));
  const photos = await eraseFiles(db, id);
  await redactComplaints(db, eq(complaint.citizenId, id), row, erasing);
  const texts = ['title', 'description', 'descriptionText', 'reply'] as const;
  await redactRows(db, feedback, ['id'], texts, eq(feedback.citizenId, id), row);
  await eraseFeedbackWords(db, id, erasing);
  await eraseAuditContent(db, or(eq(audit.actorId, id), eq(audit.objectId, id)), erasing);
  const nobody = {
    ...erasedName,
    email: erasedAddress(id),
    pendingEmail: null,
    phone: null,
    phoneUsedAt: null,
    newsWays: null,
    photoId: null,
  };
  const change = { ...nobody, passwordHash: null, disabledAt: row.disabledAt ?? at };
  await db.update(account).set(change).where(eq(account.id, id));
  return [...photos, ...(await deleteUploadsOf(db, id))];
}

/** Builds a neutral name of a file. */
export const plainFileName = sql`${file.kind} || '-' || (${file.position} + 1) || '.' || split_part(${file.contentType}, '/', 2)`;

/** Deletes photos of the person; gives files of complaints and feedback neutral names. */
async function eraseFiles(db: Database, accountId: string): Promise<string[]> {
  const ofPerson = and(eq(file.accountId, accountId), isNull(file.complaintId), isNull(file.feedbackId));
  const gone = await db.delete(file).where(ofPerson).returning({ storageKey: file.storageKey });
  // Names of files sent by officers may contain the person's name as well.
  const own = db.select({ id: complaint.id }).from(complaint).where(eq(complaint.citizenId, accountId));
  const ofCases = or(eq(file.accountId, accountId), inArray(file.complaintId, own));
  await db.update(file).set({ fileName: plainFileName }).where(ofCases);
  return gone.map((row) => row.storageKey);
}

/** Erases network and details of audit entries; their digest stays valid, since it covers a salted digest of both. */
export async function eraseAuditContent(db: Database, which: SQL | undefined, erasing: Erasing): Promise<void> {
  const erased = { network: null, detail: null, salt: null };
  const isKept = and(which, isNotNull(audit.salt));
  const rows = await db.update(audit).set(erased).where(isKept).returning({ subject: audit.id });
  const entries = rows.map((row) => ({ ...row, seq: 0 }));
  await leaveTombstones(db, 'audit', entries, erasing);
}

/** Lists erased citizens who are back after a backup was restored. */
export async function findReturned(db: Database): Promise<{ id: string }[]> {
  return db
    .select({ id: account.id })
    .from(erasure)
    .innerJoin(account, eq(account.id, erasure.accountId))
    .where(isCitizen);
}
