import {
  type Action,
  allowedActions,
  isQuestionWithdrawn,
  isWorked,
  message,
  type Need,
  rejectReasons,
  type Side,
  staffMessage,
  type State,
  transitionOf,
} from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { findMda } from '../../../auth/account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { complaint, recusal } from '../../../db/schema/tables.ts';
import { AppError, conflict, stateForbids, validation, versionConflict } from '../../../http/errors.ts';
import { findCategory } from '../../reference/category.store.ts';
import { listJurisdictions } from '../../reference/mda.store.ts';
import { recusalFrom } from '../recusal/recusal.store.ts';
import type { TimerEvent } from '../../../domain/sla-timer.ts';
import { appealEnds } from '../../../domain/appeal.ts';
import {
  type PastEvent,
  readEvents,
  toWholeHistory,
  withoutFormerRequests,
  withoutPeople,
} from '../record/event.store.ts';
import { rejectionRefusal, type RejectionState } from '../rejection/rejection.store.ts';
import { isReply, timesInCycle, type TransitionCommand } from '../../../domain/apply-transition.ts';
import { findColleagues, findParent, holdColleague, type LockedComplaint } from '../record/transition.store.ts';

/** The MDA that an officer or a supervisor acts for. */
export function sideOf(caller: Pick<Caller, 'mdaId'>, complaint: { readonly mdaId: string }): Side {
  return caller.mdaId === null || caller.mdaId === complaint.mdaId ? 'holder' : 'offered';
}

/** Actions open to the caller now, by the lifecycle table and its limits. */
export function actionsNow(
  caller: Pick<Caller, 'accountId' | 'role' | 'mdaId'>,
  complaint: RejectionState & { readonly state: State; readonly mdaId: string; readonly hasNoStaff: boolean },
  past: readonly TimerEvent[],
): Action[] {
  const { state, hasNoStaff } = complaint;
  return allowedActions(state, caller.role, sideOf(caller, complaint), hasNoStaff).filter((action) => {
    const { most } = transitionOf(action);
    if (most !== undefined && timesInCycle(action, past) >= most) return false;
    return rejectionRefusal(caller, action, complaint) === undefined;
  });
}

/** Refuses an old version first, with what happened since, then what the state forbids. */
export async function requireAllowed(
  db: Database,
  caller: Caller,
  command: TransitionCommand,
  before: LockedComplaint,
  past: readonly PastEvent[],
  appeals: { readonly now: Date; readonly days: number },
): Promise<void> {
  const { version } = command;
  if (version !== undefined && version !== before.version) {
    const since = past.filter((it) => it.seq > version);
    // Events of the system alone do not make a version stale; the state decides.
    const harmless = since.length > 0 && since.every((it) => it.actorKind === 'system');
    if (!harmless) {
      const seen = withoutFormerRequests(await readEvents(db, before.id, version));
      const readable = caller.role === 'officer' ? seen.map(withoutPeople) : seen;
      throw versionConflict(sideOf(caller, before) === 'holder' ? toWholeHistory(readable) : []);
    }
  }
  const allowed = actionsNow(caller, before, past);
  if (command.action === 'appeal' && allowed.includes('appeal')) {
    const ends = appealEnds(before, past, appeals.days);
    if (ends === null || appeals.now > ends) throw conflict(message.appealNotNow);
    return;
  }
  if (allowed.includes(command.action)) return;
  const refusal = rejectionRefusal(caller, command.action, before);
  if (refusal && transitionOf(command.action).from.includes(before.state)) throw refusal;
  if (command.action === 'answer' && isQuestionWithdrawn(past)) throw conflict(message.questionWithdrawn);
  const { most } = transitionOf(command.action);
  if (most !== undefined && timesInCycle(command.action, past) >= most) throw conflict(staffMessage.extendedEnough);
  throw stateForbids(allowed);
}

/** Returns text and reason; refuses when something the action needs is missing. */
export function requireWords(command: TransitionCommand, files = 0): { text: string | null; reason: string | null } {
  const { needs = [] } = transitionOf(command.action);
  // An empty text counts as missing; an assignee of null takes the assignment off.
  const given: Partial<Record<Need, unknown>> = { ...command, files, assignee: command.assignee !== undefined };
  const missing = needs.filter((need) => !given[need]);
  if (missing.length > 0) throw validation(Object.fromEntries(missing.map((need) => [need, message.required])));
  if (command.action === 'proposeRejection' && !(rejectReasons as readonly string[]).includes(command.reason ?? '')) {
    throw validation({ reason: `${staffMessage.rejectReason} ${rejectReasons.map((it) => `“${it}”`).join(' ')}` });
  }
  if (command.hold !== undefined && !isReply(command.action)) throw validation({ hold: message.invalid });
  return { text: command.text || null, reason: command.reason || null };
}

/** Refuses people, MDAs and complaints that do not fit the action. */
export async function requireFitting(
  db: Database,
  caller: Caller,
  command: TransitionCommand,
  before: LockedComplaint,
): Promise<void> {
  if (command.action === 'assign') await requireAssignable(db, caller, command.assignee ?? null, before);
  if (command.action === 'categorise') await requireOtherFiling(db, command, before);
  if (command.action === 'start' && before.assigneeId === null)
    await requireAssignable(db, caller, caller.accountId, before);
  // Of one that two MDAs declined, oversight may decide that it stays.
  const hasToMove = command.action === 'offerTransfer' || (command.action === 'decideTransfer' && before.hasNoStaff);
  if (hasToMove && command.mda === before.mdaId) throw validation({ mda: staffMessage.transferSelf });
  if (command.mda && transitionOf(command.action).needs?.includes('mda') && !(await findMda(db, command.mda))) {
    throw validation({ mda: staffMessage.transferMda });
  }
  if (command.action === 'merge' && command.parent) await requireParent(db, caller, command.parent, before);
  if (command.action === 'note' && command.mentions?.length) await requireColleagues(db, command.mentions, before);
  if (command.action === 'recuse' && command.person) await requireRecusable(db, caller, command.person, before);
  if (command.action === 'confirmRecusal' || command.action === 'liftRecusal')
    await requireRecusal(db, command, before);
}

/** An officer takes a complaint or gives their own back; a supervisor assigns it to anyone of the MDA. */
async function requireAssignable(db: Database, caller: Caller, assignee: string | null, before: LockedComplaint) {
  const isOwn = (id: string | null) => id === null || id === caller.accountId;
  const harmless = isOwn(assignee) && (assignee !== null || isOwn(before.assigneeId));
  if (caller.role === 'officer' && !harmless) throw new AppError('FORBIDDEN', staffMessage.assignOthers);
  if (assignee === null || assignee === before.assigneeId) return;
  if (!(await holdColleague(db, assignee, before.mdaId))) throw validation({ assignee: staffMessage.assigneeForeign });
  if (before.recusedStaff.includes(assignee)) throw validation({ assignee: staffMessage.assigneeRecused });
}

async function requireOtherFiling(
  db: Database,
  { category = '', jurisdiction }: TransitionCommand,
  before: LockedComplaint,
): Promise<void> {
  const isRecategorised = category !== before.categoryId;
  const isMoved = jurisdiction !== undefined && jurisdiction !== before.jurisdictionId;
  if (!isRecategorised && !isMoved) throw validation({ category: staffMessage.filedSame });
  if (isRecategorised && !(await findCategory(db, 'complaint', category)))
    throw validation({ category: message.invalid });
  const jurisdictions = isMoved ? await listJurisdictions(db, before.mdaId) : undefined;
  if (isMoved && !jurisdictions?.some(({ id }) => id === jurisdiction)) {
    throw validation({ jurisdiction: message.jurisdictionForeign });
  }
}

/** Requires that the caller may recuse a person: officers themselves alone, others whoever works at the MDAs concerned. */
async function requireRecusable(db: Database, caller: Caller, person: string, before: LockedComplaint): Promise<void> {
  if (caller.role === 'officer' && person !== caller.accountId)
    throw new AppError('FORBIDDEN', staffMessage.recuseOthers);
  if (before.recusedStaff.includes(person)) throw validation({ person: staffMessage.doneMeanwhile });
  if (person === caller.accountId) return;
  const offices = [before.mdaId, before.offeredToMdaId].filter((it) => it !== null);
  for (const office of offices) if ((await findColleagues(db, [person], office)).length > 0) return;
  throw validation({ person: staffMessage.personForeign });
}

async function requireRecusal(db: Database, command: TransitionCommand, before: LockedComplaint): Promise<void> {
  const { action, complaintId, person, reason } = command;
  if (!person) return;
  if (!before.recusedStaff.includes(person)) throw validation({ person: staffMessage.doneMeanwhile });
  if (await db.$count(recusal, and(recusalFrom(complaintId, person), isNull(recusal.decidedBy)))) return;
  if (action === 'confirmRecusal') throw conflict(staffMessage.doneMeanwhile);
  if (!reason) throw validation({ reason: message.required });
}

async function requireParent(db: Database, caller: Caller, parentId: string, before: LockedComplaint): Promise<void> {
  const parent = parentId === before.id ? undefined : await findParent(db, caller, parentId);
  // A complaint of another MDA, or one the caller is recused from, gets the same refusal as one that does not exist.
  const fits = parent?.mdaId === before.mdaId && (isWorked(parent.state) || parent.state === 'resolved');
  if (!fits) throw validation({ parent: staffMessage.parentUnknown });
  const isMerged = and(eq(complaint.mergedIntoId, before.id), eq(complaint.state, 'merged'));
  if (await db.$count(complaint, isMerged)) throw conflict(staffMessage.parentOfOthers);
}

async function requireColleagues(db: Database, ids: readonly string[], before: LockedComplaint): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await findColleagues(db, wanted, before.mdaId);
  if (found.length < wanted.length) throw validation({ mentions: staffMessage.mentionForeign });
  if (wanted.some((id) => before.recusedStaff.includes(id)))
    throw validation({ mentions: staffMessage.mentionRecused });
}
