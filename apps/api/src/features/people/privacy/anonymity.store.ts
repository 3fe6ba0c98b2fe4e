import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { recordAudit } from '../../../audit/audit.ts';
import { endSessions } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import {
  account,
  audit,
  complaint,
  complaintEvent,
  erasure,
  file,
  idempotencyKey,
  notification,
  survey,
  upload,
} from '../../../db/schema/tables.ts';
import { erasedName } from '../../../domain/person-name.ts';
import { eraseContact, eraseMails } from '../../../mail/channel-contact.store.ts';
import { erasedAddress } from '../../../mail/erased.ts';
import { handFollowingOver } from '../../public/known-issue/known-issue.store.ts';
import { type Erasing, leaveTombstones } from '../../log/tombstone.store.ts';
import { eraseAuditContent, plainFileName } from './erasure.store.ts';
import { callPhones } from '../../complaint/record/call-phones.ts';
import { redactComplaints } from './redact-complaints.store.ts';

/* An anonymised complaint belongs to a placeholder account with its id. Nothing links two of them. */

const hasPerson = ne(complaint.citizenId, complaint.id);

/** Matches complaints closed and untouched since before an instant; a duplicate counts as closed when its parent is. */
function closedSince(before: Date) {
  const ended = sql.raw("('resolved', 'withdrawn', 'rejected')");
  const until = sql`${before.toISOString()}::timestamptz`;
  const withParent = sql`exists (select from ${complaint} m
    where m.id = ${complaint.mergedIntoId} and m.state in ${ended} and m.updated_at < ${until})`;
  return sql`${complaint.updatedAt} < ${until}
    and (${complaint.state} in ${ended} or ${complaint.state} = 'merged' and ${withParent})`;
}

/** Lists the next closed complaints that still have a person, by id. */
export function listClosed(db: Database, before: Date, last: { readonly id: string } | undefined, limit: number) {
  return db
    .select({ id: complaint.id })
    .from(complaint)
    .where(and(last && gt(complaint.id, last.id), hasPerson, closedSince(before)))
    .orderBy(asc(complaint.id))
    .limit(limit);
}

/** Lists anonymised complaints that have a person again, after a backup was restored. */
export async function listReturned(db: Database): Promise<{ id: string }[]> {
  return db
    .select({ id: complaint.id })
    .from(erasure)
    .innerJoin(complaint, eq(complaint.id, erasure.accountId))
    .where(hasPerson);
}

/** Redacts the person of one complaint and detaches it from the account; with `closedBefore` only if closed since. */
export async function redactPerson(db: Database, id: string, erasing: Erasing, closedBefore?: Date): Promise<boolean> {
  const { at } = erasing;
  const { firstName, lastName, email, phone } = account;
  // The account is locked first, as the erasure of a citizen does, so that the two cannot deadlock.
  const [person] = await db
    .select({ id: account.id, firstName, lastName, email, phone, callPhones })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.id, id), hasPerson))
    .for('no key update', { of: account });
  if (!person) return false;
  const own = and(eq(complaint.id, id), eq(complaint.citizenId, person.id));
  const [row] = await db
    .select({ trackingId: complaint.trackingId, mdaId: complaint.mdaId, demo: complaint.demo })
    .from(complaint)
    .where(and(own, closedBefore && closedSince(closedBefore)))
    .for('update', { of: complaint });
  if (!row) return false;
  // Without a password, so that nobody can sign in.
  const holder = {
    id,
    role: 'citizen',
    ...erasedName,
    email: erasedAddress(id),
    // Keeps it from being purged as an unconfirmed registration.
    emailVerifiedAt: at,
    disabledAt: at,
    demo: row.demo,
    createdAt: at,
  } as const;
  await db.insert(account).values(holder).onConflictDoNothing();
  await redactComplaints(db, eq(complaint.id, id), person, erasing);
  await detach(db, id, person.id, erasing);
  await db.insert(erasure).values({ accountId: id, at }).onConflictDoNothing();
  await recordAudit(db, {
    at,
    action: 'complaint.anonymised',
    object: { kind: 'complaint', id, label: row.trackingId },
    mdaId: row.mdaId,
    outcome: 'done',
  });
  return true;
}

/** Detaches a complaint from the account of its citizen; the log stays valid. */
async function detach(db: Database, id: string, citizenId: string, erasing: Erasing): Promise<void> {
  await eraseMails(db, eq(complaint.id, id));
  await db.update(complaint).set({ citizenId: id }).where(eq(complaint.id, id));
  await handFollowingOver(db, id, citizenId, id);
  await db.update(survey).set({ citizenId: id }).where(eq(survey.complaintId, id));
  await db.update(file).set({ accountId: id, fileName: plainFileName }).where(eq(file.complaintId, id));
  await db.delete(notification).where(and(eq(notification.complaintId, id), eq(notification.accountId, citizenId)));
  const keys = await db.delete(idempotencyKey).where(eq(idempotencyKey.complaintId, id)).returning();
  const claims = keys.map(({ key }) => key);
  await db.delete(upload).where(and(eq(upload.citizenId, citizenId), inArray(upload.claimedBy, claims)));
  // The data of the submission event contains the citizen's id and a digest of their words.
  const events = await db
    .update(complaintEvent)
    .set({ text: null, reason: null, data: null, salt: null })
    .where(and(eq(complaintEvent.complaintId, id), sql`${complaintEvent.data} ? 'citizen'`))
    .returning({ subject: complaintEvent.complaintId, seq: complaintEvent.seq });
  await leaveTombstones(db, 'complaint', events, erasing);
  const files = sql`select ${file.id}::text from ${file} where ${file.complaintId} = ${id}`;
  const about = sql`(${audit.objectId} = ${id} or ${audit.objectId} in (${files}))`;
  await eraseAuditContent(db, and(eq(audit.actorId, citizenId), about), erasing);
  await eraseGuest(db, citizenId, erasing.at);
}

/** Erases the account of a guest. Returns false for other accounts. */
export async function eraseGuest(db: Database, id: string, at: Date): Promise<boolean> {
  const guests = await db
    .update(account)
    .set({ ...erasedName, email: erasedAddress(id), phone: null, receiptHash: null, disabledAt: at })
    .where(and(eq(account.id, id), isNotNull(account.receiptHash)))
    .returning({ id: account.id });
  if (guests.length === 0) return false;
  // The clean-up job deletes the bytes, which no row names any more.
  await db.delete(upload).where(eq(upload.citizenId, id));
  await endSessions(db, id);
  await eraseContact(db, id);
  return true;
}
