import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { type PastEvent, readPast } from './event.store.ts';
import { type SealedEvent, sealEvent, stepFacts } from './sealed-event.ts';
import { applyTransition, type ComplaintState } from '../../../domain/apply-transition.ts';
import type { Step } from '../../../domain/step.ts';
import type { LockedComplaint } from './lock-complaint.store.ts';
import { recordStep } from './record-step.store.ts';

/** Takes a step of the system, or in an officer's name, without checks. `past`, the events so far, is read unless given. */
export async function takeSystemStep(
  db: Database,
  { settings }: Services,
  before: LockedComplaint,
  step: Step,
  past?: readonly PastEvent[],
): Promise<{ after: ComplaintState; event: SealedEvent }> {
  const { action, at, actorId, text, data = null } = step;
  const history = past ?? (await readPast(db, before.id));
  const after = applyTransition(before, history, step, toRules(before.rules, settings));
  const actorKind = actorId === null ? 'system' : 'officer';
  const facts = stepFacts(action, before, after, { at, actorKind, actorId });
  const event = sealEvent({ ...facts, text, reason: null, data });
  await recordStep(db, before, after, event);
  return { after, event };
}
