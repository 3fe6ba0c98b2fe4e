import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { insertSelect } from '../../../db/prepared.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { type PastEvent, readPast } from './event.store.ts';
import { withWords } from './searched-words.ts';
import { type SealedEvent, sealEvent, stepFacts } from './sealed-event.ts';
import { applyTransition, type ComplaintState } from '../../../domain/apply-transition.ts';
import type { Step } from '../../../domain/step.ts';
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

/** Plans and records a step of the system, or of the officer named as actor. `past`, the history so far, is read unless given. */
export async function planAndRecord(
  db: Database,
  { settings }: Services,
  before: LockedComplaint,
  step: Step,
  past?: readonly PastEvent[],
): Promise<{ after: ComplaintState; event: SealedEvent }> {
  const { action, at, actorId, text, data = null } = step;
  const history = past ?? (await readPast(db, before.id));
  const after = applyTransition(before, history, step, toRules(before.rules, settings.timeZone));
  const actorKind = actorId === null ? 'system' : 'officer';
  const facts = stepFacts(action, before, after, { at, actorKind, actorId });
  const event = sealEvent({ ...facts, text, reason: null, data });
  await recordStep(db, before, after, event);
  return { after, event };
}
