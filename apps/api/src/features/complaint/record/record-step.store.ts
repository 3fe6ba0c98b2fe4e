import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { insertSelect } from '../../../db/prepared.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { withWords } from './searched-words.ts';
import type { SealedEvent } from './sealed-event.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';
import type { LockedComplaint } from './lock-complaint.store.ts';

/** Appends the event and updates the complaint's row in one statement. */
export async function recordStep(db: Database, before: LockedComplaint, after: ComplaintState, event: SealedEvent) {
  const row = { ...event, data: event.data && { ...event.data } };
  const appended = db.$with('appended', {}).as(insertSelect(complaintEvent, row));
  await db
    .with(appended)
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
