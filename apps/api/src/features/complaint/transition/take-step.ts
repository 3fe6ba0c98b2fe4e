import type { Caller } from '../../../auth/session/caller.ts';
import { transitionEntry } from '../../../audit/record-view.ts';
import type { Database } from '../../../db/database.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import { applyTransition } from '../../../domain/apply-transition.ts';
import type { Step } from '../../../domain/step.ts';
import { type Effect, effectsOf } from '../../../domain/effects.ts';
import { insertFiles, type StoredFile } from '../../../files/file.store.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import { updateIdentityRequests } from '../identity/identity-disclosure.ts';
import type { PastEvent } from '../record/event.store.ts';
import { lockDuplicates, type LockedComplaint } from '../record/lock-complaint.store.ts';
import { recordStep } from '../record/record-step.store.ts';
import { takeSystemStep } from '../record/take-system-step.ts';
import { type EventFacts, sealEvent, stepFacts } from '../record/sealed-event.ts';
import { recordRecusal } from '../recusal/recusal.store.ts';
import {
  effectsOfShortage,
  findMentionedAfter,
  recordMention,
  withMentionedRecused,
} from '../recusal/recuse-mentioned.ts';

interface Complaint {
  /** The complaint, locked. */
  readonly before: LockedComplaint;
  /** Events so far, oldest first. */
  readonly past: readonly PastEvent[];
  /** Files that come with the step. */
  readonly files: readonly StoredFile[];
}

/** Writes a planned step with all that belongs to it; returns its effects, to be carried out in the same transaction. */
export async function takeStep(
  tx: Database,
  services: Services,
  caller: Caller,
  step: Step,
  { before, past, files }: Complaint,
): Promise<Effect[]> {
  const { action, at, text, reason = null, data = null } = step;
  const isStaff = caller.role !== 'citizen';
  // The step is allowed. A transfer hides the row from the caller, and others are notified.
  if (isStaff) await bypassRowSecurity(tx);

  const planned = applyTransition(before, past, step, toRules(before.rules, services.settings));
  const mentioned = await findMentionedAfter(tx, { step, before, after: planned, past });
  const after = withMentionedRecused(planned, mentioned);
  const isAssigned = after.assigneeId !== before.assigneeId && after.mdaId === before.mdaId;
  const event = sealEvent({
    ...stepFacts(action, before, after, { at, ...actorOf(caller) }),
    text,
    reason,
    language: caller.language ?? null,
    data: isAssigned ? { ...data, assignee: after.assigneeId } : data,
  });
  const entry = isStaff ? transitionEntry(caller, before, { ...event, requester: step.requester }) : undefined;
  await recordStep(tx, before, after, event, entry);
  const { complaintId, seq: eventSeq } = event;
  await insertFiles(tx, files, { accountId: caller.accountId, complaintId, eventSeq, createdAt: at });
  const complaint = { ...before, ...after };
  const mention = { people: mentioned, past: [...past, event], at };
  const mentionEffects = mentioned.length > 0 ? (await recordMention(tx, services, complaint, mention)).effects : [];
  if (isStaff) {
    await recordRecusal(tx, caller, complaintId, step);
    await updateIdentityRequests(tx, caller, step, { before, after });
  }
  return [
    ...mentionEffects,
    ...effectsOf({ actor: caller, step, before, after, event, past }),
    ...(await effectsOfShortage(tx, before, complaint, event)),
    ...(action === 'withdraw' ? await detachDuplicates(tx, services, before, at) : []),
  ];
}

/** Returns the actor of a step. A citizen's id is kept in the complaint, where it can be erased; a fact of the history cannot. */
function actorOf({ role, accountId }: Caller): Pick<EventFacts, 'actorKind' | 'actorId'> {
  return role === 'citizen' ? { actorKind: 'citizen', actorId: null } : { actorKind: 'officer', actorId: accountId };
}

/** Releases the duplicates of a withdrawn complaint, which stay open. */
async function detachDuplicates(
  tx: Database,
  services: Services,
  parent: LockedComplaint,
  at: Date,
): Promise<Effect[]> {
  const step = { action: 'release', at, actorId: null, text: null } as const;
  const effects: Effect[] = [];
  for (const before of await lockDuplicates(tx, parent.id)) {
    const { event } = await takeSystemStep(tx, services, before, step);
    effects.push({ effect: 'notifyCitizen', complaint: before, event, officeId: before.mdaId });
  }
  return effects;
}
