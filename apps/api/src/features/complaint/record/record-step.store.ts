import { eq } from 'drizzle-orm';
import { type AuditEntry, auditInsert } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { insertSelect, partOf } from '../../../db/prepared.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { withWords } from './searched-words.ts';
import type { SealedEvent } from './sealed-event.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';
import type { LockedComplaint } from './lock-complaint.store.ts';

/** Appends the event, updates the row and adds to the audit trail in one statement. */
export async function recordStep(
  db: Database,
  before: LockedComplaint,
  after: ComplaintState,
  event: SealedEvent,
  entry?: AuditEntry,
) {
  const row = { ...event, data: event.data && { ...event.data } };
  const appended = partOf(db, 'appended', insertSelect(complaintEvent, row));
  const audited = entry ? [partOf(db, 'audited', auditInsert(entry))] : [];
  await db
    .with(appended, ...audited)
    .update(complaint)
    .set({
      ...after,
      // The first reply was a question, since withdrawn.
      ...(after.repliedAt === null && { firstReplyAt: null, firstReplyLate: null }),
      updatedAt: event.at,
      ...withWords(event),
    })
    .where(eq(complaint.id, before.id));
}
