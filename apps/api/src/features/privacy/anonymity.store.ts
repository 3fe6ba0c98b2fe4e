import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
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
} from '../../db/schema/tables.ts';
import { recordAudit } from '../../audit/audit.ts';
import { erasedAddress, erasedName } from '../../mail/erased.ts';
import { takePersonOutOfComplaints } from './erase-person.store.ts';
import { plainFileName } from './erasure.store.ts';
import type { Traced } from './traces.ts';

/*
 * A complaint without a person belongs to an account that was never anybody's and has the number of the complaint. So every
 * query goes on as it is, nothing links two such cases, and a tombstone of the case is one of its account.
 */

/** A complaint that names its citizen, and what they are found by. */
export interface Identified {
  readonly id: string;
  readonly trackingId: string;
  readonly person: Traced;
}

const { firstName, lastName, email, phone, pendingEmail } = account;
const traced = { firstName, lastName, email, phone, pendingEmail };
const hasPerson = ne(complaint.citizenId, complaint.id);

/** Closed, and nothing was done in it since. One that is handled together with another is closed when that is. */
function closedSince(before: Date) {
  const ended = sql.raw("('resolved', 'withdrawn', 'rejected')");
  const until = sql`${before.toISOString()}::timestamptz`;
  const withParent = sql`exists (select from ${complaint} m
    where m.id = ${complaint.mergedIntoId} and m.state in ${ended} and m.updated_at < ${until})`;
  return sql`${complaint.updatedAt} < ${until}
    and (${complaint.state} in ${ended} or ${complaint.state} = 'merged' and ${withParent})`;
}

/** The next complaints that were closed before an instant and still have a person, by number. */
export async function listClosed(db: Database, before: Date, after: string, limit: number): Promise<Identified[]> {
  return db
    .select({ id: complaint.id, trackingId: complaint.trackingId, person: traced })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(gt(complaint.id, after), hasPerson, closedSince(before)))
    .orderBy(asc(complaint.id))
    .limit(limit);
}

/** Complaints that lost their person once, and have one: a backup brought it back. */
export async function listReturned(db: Database): Promise<Identified[]> {
  return db
    .select({ id: complaint.id, trackingId: complaint.trackingId, person: traced })
    .from(erasure)
    .innerJoin(complaint, eq(complaint.id, erasure.accountId))
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(hasPerson);
}

/**
 * Takes the person out of one complaint; in a transaction of the caller's. With `closedBefore`, only while it is closed since
 * then. False when there is nothing to take out any more.
 */
export async function redactPerson(db: Database, id: string, at: Date, closedBefore?: Date): Promise<boolean> {
  // First the account, as the erasure of a citizen does, so that neither waits for the other crosswise.
  const [person] = await db
    .select({ id: account.id, ...traced })
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
  // Confirmed, so that nobody takes it for a registration that may be forgotten. It has no password: nobody signs in with it.
  const email = { email: erasedAddress(id), emailVerifiedAt: at };
  const holder = { ...nobody, ...email, id, disabledAt: at, demo: row.demo, createdAt: at };
  await db.insert(account).values(holder).onConflictDoNothing();
  await takePersonOutOfComplaints(db, eq(complaint.id, id), person);
  await detach(db, id, person.id);
  await db.insert(erasure).values({ accountId: id, at }).onConflictDoNothing();
  await recordAudit(db, {
    at,
    actorId: null,
    actorRole: null,
    action: 'complaint.anonymised',
    object: { kind: 'complaint', id, label: row.trackingId },
    mdaId: row.mdaId,
    outcome: 'done',
  });
  return true;
}

const nobody = { role: 'citizen', ...erasedName } as const;

/** Cuts every link between a complaint and whoever sent it. The chains of hashes stay whole. */
async function detach(db: Database, id: string, citizenId: string): Promise<void> {
  await db.update(complaint).set({ citizenId: id }).where(eq(complaint.id, id));
  await db.update(survey).set({ citizenId: id }).where(eq(survey.complaintId, id));
  await db.update(file).set({ accountId: id, fileName: plainFileName }).where(eq(file.complaintId, id));
  await db.delete(notification).where(and(eq(notification.complaintId, id), eq(notification.accountId, citizenId)));
  await db.delete(idempotencyKey).where(eq(idempotencyKey.complaintId, id));
  // Beside its words the event of the submission says who it was, and nothing else.
  await db
    .update(complaintEvent)
    .set({ text: null, reason: null, data: null, salt: null })
    .where(and(eq(complaintEvent.complaintId, id), sql`${complaintEvent.data} ? 'citizen'`));
  const objects = db
    .select({ id: sql<string>`${file.id}::text` })
    .from(file)
    .where(eq(file.complaintId, id));
  await db
    .update(audit)
    .set({ network: null, detail: null, salt: null })
    .where(
      and(
        eq(audit.actorId, citizenId),
        sql`(${audit.objectId} = ${id} or ${inArray(audit.objectId, objects)})`,
        isNotNull(audit.salt),
      ),
    );
}
