import { isQuestionWithdrawn, message, type Need, rejectReasons, staffMessage, transitionOf } from '@baraza/contract';
import { conflict, stateForbids, validation } from '../http/errors.ts';
import type { Actor } from './actor.ts';
import { actionsNow, type ActionState, isUsedUp, rejectionRefusal } from './allowed-actions.ts';
import { appealEnds } from './appeal.ts';
import { isReply, type TransitionCommand } from './apply-transition.ts';
import type { TimerEvent } from './sla-timer.ts';

/** Until when an appeal is possible. */
interface Appeals {
  readonly now: Date;
  /** How long after the closing. */
  readonly days: number;
}

/** Refuses what the state forbids. @throws AppError CONFLICT or FORBIDDEN, with the actions that are open. */
export function requireAllowed(
  caller: Actor,
  { action }: TransitionCommand,
  before: ActionState & { readonly cycle: number },
  past: readonly TimerEvent[],
  appeals: Appeals,
): void {
  const allowed = actionsNow(caller, before, past);
  if (allowed.includes(action)) {
    if (action === 'appeal') requireAppealInTime(before, past, appeals);
    return;
  }
  const refusal = rejectionRefusal(caller, action, before);
  if (refusal && transitionOf(action).from.includes(before.state)) throw refusal;
  if (action === 'answer' && isQuestionWithdrawn(past)) throw conflict(message.questionWithdrawn);
  if (isUsedUp(action, past)) throw conflict(staffMessage.extendedEnough);
  throw stateForbids(allowed);
}

function requireAppealInTime(
  before: Pick<ActionState, 'state'> & { readonly cycle: number },
  past: readonly TimerEvent[],
  { now, days }: Appeals,
): void {
  const ends = appealEnds(before, past, days);
  if (ends === null || now > ends) throw conflict(message.appealNotNow);
}

/** Refuses a command without the words, files or names that its action needs. @throws AppError VALIDATION */
export function requireComplete(command: TransitionCommand, files: number): void {
  const { needs = [] } = transitionOf(command.action);
  // An empty text counts as missing; an assignee of null takes the assignment off.
  const given: Partial<Record<Need, unknown>> = { ...command, files, assignee: command.assignee !== undefined };
  const missing = needs.filter((need) => !given[need]);
  if (missing.length > 0) throw validation(Object.fromEntries(missing.map((need) => [need, message.required])));
  if (command.action === 'proposeRejection' && !(rejectReasons as readonly string[]).includes(command.reason ?? '')) {
    throw validation({ reason: `${staffMessage.rejectReason} ${rejectReasons.map((it) => `“${it}”`).join(' ')}` });
  }
  if (command.hold !== undefined && !isReply(command.action)) throw validation({ hold: message.invalid });
}
