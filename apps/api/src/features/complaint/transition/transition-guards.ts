import { rejectReasons } from '@baraza/contract/complaint/desk';
import {
  type Action,
  allowedActions,
  isOpen,
  type Need,
  type Side,
  type State,
  transitionOf,
} from '@baraza/contract/complaint/lifecycle';
import { message } from '@baraza/contract/core/message';
import { moveMessage } from '@baraza/contract/complaint/move-message';
import type { Database } from '../../../db/database.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { AppError, conflict, stateForbids, validation, versionConflict } from '../../../http/errors.ts';
import type { TransitionCommand } from './transition-command.ts';
import { findColleagues, findParent, hasDuplicates, isActiveMda, type LockedComplaint } from './transition.store.ts';
import { type PastEvent, readEvents, toWholeHistory, withoutPeople } from '../history/event.store.ts';
import { timesInCycle } from './apply-transition.ts';
import type { TimerEvent } from '../../sla/sla-timer.ts';

/** For which MDA an officer or a supervisor speaks here. */
export function sideOf(caller: Pick<Caller, 'mdaId'>, complaint: { readonly mdaId: string }): Side {
  return caller.mdaId === null || caller.mdaId === complaint.mdaId ? 'holder' : 'offered';
}

/** What the caller may do now: by the table, and no more often than it says. */
export function actionsNow(
  caller: Pick<Caller, 'role' | 'mdaId'>,
  complaint: { readonly state: State; readonly mdaId: string; readonly isLeft: boolean },
  past: readonly TimerEvent[],
): Action[] {
  const { state, isLeft } = complaint;
  return allowedActions(state, caller.role, sideOf(caller, complaint), isLeft).filter((action) => {
    const { most } = transitionOf(action);
    return most === undefined || timesInCycle(action, past) < most;
  });
}

/** Refuses an old version first, with what happened since, then what the state forbids. */
export async function requireAllowed(
  db: Database,
  caller: Caller,
  act: TransitionCommand,
  before: LockedComplaint,
  past: readonly PastEvent[],
): Promise<void> {
  const { version } = act;
  if (version !== undefined && version !== before.version) {
    const since = past.filter((it) => it.seq > version);
    // What the system told is no reason to read everything anew; the state decides.
    const harmless = since.length > 0 && since.every((it) => it.actorKind === 'system');
    if (!harmless) {
      const seen = await readEvents(db, before.id, version);
      const told = caller.role === 'officer' ? seen.map(withoutPeople) : seen;
      throw versionConflict(sideOf(caller, before) === 'holder' ? toWholeHistory(told) : []);
    }
  }
  const allowed = actionsNow(caller, before, past);
  if (allowed.includes(act.action)) return;
  const { most } = transitionOf(act.action);
  if (most !== undefined && timesInCycle(act.action, past) >= most) throw conflict(moveMessage.extendedEnough);
  throw stateForbids(allowed);
}

/** What was said, or a refusal when something has to be said and was not. */
export function requireWords(act: TransitionCommand): { text: string | null; reason: string | null } {
  const { needs = [] } = transitionOf(act.action);
  // An empty text says nothing; an assignee of null takes the assignment off.
  const said: Record<Need, unknown> = { ...pick(act), assignee: act.assignee !== undefined };
  const missing = needs.filter((need) => !said[need]);
  if (missing.length > 0) throw validation(Object.fromEntries(missing.map((need) => [need, message.required])));
  if (act.action === 'reject' && !(rejectReasons as readonly string[]).includes(act.reason ?? '')) {
    throw validation({ reason: `${moveMessage.rejectReason} ${rejectReasons.map((it) => `“${it}”`).join(' ')}` });
  }
  return { text: act.text || null, reason: act.reason || null };
}

function pick({ text, reason, mda, parent, days, asker, person }: TransitionCommand) {
  return { text, reason, mda, parent, days, asker, person };
}

/** Refuses people, MDAs and complaints that the step cannot go to. */
export async function requireFitting(
  db: Database,
  caller: Caller,
  act: TransitionCommand,
  before: LockedComplaint,
): Promise<void> {
  if (act.action === 'assign') await requireAssignable(db, caller, act.assignee ?? null, before);
  // Of one that two MDAs declined, oversight may decide that it stays.
  const hasToMove = act.action === 'offerTransfer' || (act.action === 'decideTransfer' && before.isLeft);
  if (hasToMove && act.mda === before.mdaId) throw validation({ mda: moveMessage.transferSelf });
  if (act.mda && transitionOf(act.action).needs?.includes('mda') && !(await isActiveMda(db, act.mda))) {
    throw validation({ mda: moveMessage.transferMda });
  }
  if (act.action === 'merge' && act.parent) await requireParent(db, caller, act.parent, before);
  if (act.action === 'note' && act.mentions?.length) await requireColleagues(db, act.mentions, before);
  if (act.action === 'recuse' && act.person) await requireKeepable(db, caller, act.person, before);
  if (act.action === 'liftRecusal' && act.person && !before.recusedStaff.includes(act.person)) {
    throw validation({ person: moveMessage.personSees });
  }
}

/** An officer takes a complaint or gives their own back; a supervisor assigns it to anyone of the MDA. */
async function requireAssignable(
  db: Database,
  caller: Caller,
  assignee: string | null,
  before: LockedComplaint,
): Promise<void> {
  const isOwn = (id: string | null) => id === null || id === caller.accountId;
  const harmless = isOwn(assignee) && (assignee !== null || isOwn(before.assigneeId));
  if (caller.role === 'officer' && !harmless) throw new AppError('FORBIDDEN', message.assignOthers);
  if (assignee !== null && (await findColleagues(db, [assignee], before.mdaId)).length === 0) {
    throw validation({ assignee: message.assigneeForeign });
  }
  if (assignee !== null && before.recusedStaff.includes(assignee)) {
    throw validation({ assignee: moveMessage.assigneeKept });
  }
}

/**
 * An officer keeps a complaint from nobody but themselves; others from whoever works at its MDA, or at the one it is offered to. Oversight,
 * which works at none, from themselves too.
 */
async function requireKeepable(db: Database, caller: Caller, person: string, before: LockedComplaint): Promise<void> {
  if (caller.role === 'officer' && person !== caller.accountId) throw new AppError('FORBIDDEN', moveMessage.keepOthers);
  if (before.recusedStaff.includes(person)) throw validation({ person: moveMessage.personKept });
  if (person === caller.accountId) return;
  const offices = [before.mdaId, before.offeredToMdaId].filter((it) => it !== null);
  for (const office of offices) if ((await findColleagues(db, [person], office)).length > 0) return;
  throw validation({ person: moveMessage.personForeign });
}

async function requireParent(db: Database, caller: Caller, parentId: string, before: LockedComplaint): Promise<void> {
  const parent = parentId === before.id ? undefined : await findParent(db, caller, parentId);
  // One of another MDA, or one that is kept from the caller, is not told from none.
  const fits = parent?.mdaId === before.mdaId && (isOpen(parent.state) || parent.state === 'resolved');
  if (!fits) throw validation({ parent: moveMessage.parentUnknown });
  if (await hasDuplicates(db, before.id)) throw conflict(moveMessage.parentOfOthers);
}

async function requireColleagues(db: Database, ids: readonly string[], before: LockedComplaint): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await findColleagues(db, wanted, before.mdaId);
  if (found.length < wanted.length) throw validation({ mentions: moveMessage.mentionForeign });
  if (wanted.some((id) => before.recusedStaff.includes(id))) throw validation({ mentions: moveMessage.mentionKept });
}
