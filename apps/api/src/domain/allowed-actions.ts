import {
  type Action,
  allowedActions,
  heldActions,
  type Side,
  staffMessage,
  type State,
  transitionOf,
  isQuestionWithdrawn,
  message,
  type Need,
  placeholderUnknown,
  programMessage,
  closedToPrograms,
  rejectReasons,
  unknownPlaceholders,
} from '@baraza/contract';
import { AppError, conflict, stateForbids, validation } from '../http/errors.ts';
import type { Actor } from './actor.ts';
import { isReply, type TransitionCommand, wordsForCitizen } from './step.ts';
import type { TimerEvent } from './sla-timer.ts';
import { appealEnds } from './appeal.ts';

/** The side of a transfer that a caller acts for. */
export function sideOf(caller: Pick<Actor, 'mdaId'>, complaint: { readonly mdaId: string }): Side {
  return caller.mdaId === null || caller.mdaId === complaint.mdaId ? 'holder' : 'offered';
}

/** Facts on which it depends who may decide on a proposed rejection. */
export interface RejectionState {
  readonly rejectionProposedBy: string | null;
  /** Whether no supervisor may decide, so that oversight does. */
  readonly hasNoApprover: boolean;
}

/** Facts on which it depends which actions are open on a complaint. */
interface ActionState extends RejectionState {
  readonly state: State;
  readonly mdaId: string;
  readonly assigneeId: string | null;
  readonly hasNoStaff: boolean;
}

/** Actions open to the caller now, by the lifecycle table and its limits. */
export function actionsNow(caller: Actor, complaint: ActionState, past: readonly TimerEvent[]): Action[] {
  const { state, hasNoStaff } = complaint;
  return allowedActions(state, caller.role, sideOf(caller, complaint), hasNoStaff).filter(
    (action) =>
      !isUsedUp(action, past) &&
      rejectionRefusal(caller, action, complaint) === undefined &&
      isOpenToProgram(caller, action, complaint.assigneeId),
  );
}

/** Whether a program could take an action: it learns no name, recuses nobody and is never the assignee. */
function isOpenToProgram({ scopes }: Actor, action: Action, assigneeId: string | null): boolean {
  if (!scopes) return true;
  if (!scopes.includes('complaint:act') || closedToPrograms.includes(action)) return false;
  return action === 'start' ? assigneeId !== null : action !== 'assign' || assigneeId === null;
}

/** Whether an action reached its limit for one cycle. */
function isUsedUp(action: Action, past: readonly TimerEvent[]): boolean {
  const { most } = transitionOf(action);
  return most !== undefined && timesInCycle(action, past) >= most;
}

/** Returns why the caller may not take a step of a rejection now; undefined where they may, and for other actions. */
function rejectionRefusal(
  caller: Pick<Actor, 'accountId' | 'role'>,
  action: Action,
  { rejectionProposedBy: proposer, hasNoApprover }: RejectionState,
): AppError | undefined {
  if (action === 'proposeRejection') return proposer === null ? undefined : conflict(staffMessage.doneMeanwhile);
  if (action !== 'reject' && action !== 'returnRejection') return undefined;
  if (proposer === null) return conflict(staffMessage.doneMeanwhile);
  if (proposer === caller.accountId) return new AppError('FORBIDDEN', staffMessage.rejectionOwn);
  if (caller.role === 'oversight' && !hasNoApprover) return new AppError('FORBIDDEN', staffMessage.rejectionOfMda);
  return undefined;
}

/** Time limit of an appeal. */
interface Appeals {
  readonly now: Date;
  /** Days after the closing. */
  readonly days: number;
}

/** Refuses actions that the state forbids. @throws AppError CONFLICT or FORBIDDEN, with the actions that are open. */
export function requireAllowed(
  caller: Actor,
  { action }: TransitionCommand,
  before: ActionState & { readonly cycle: number },
  past: readonly TimerEvent[],
  appeals: Appeals,
): void {
  const allowed = actionsNow(caller, before, past);
  if (!isOpenToProgram(caller, action, before.assigneeId))
    throw new AppError('FORBIDDEN', programMessage.action, { allowed });
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
  // An empty text counts as missing; null takes an assignment, a follow-up or a unit off.
  const provided: Partial<Record<Need, unknown>> = {
    ...command,
    // A mail may add words alone.
    files: files || (command.mail && command.text),
    assignee: command.assignee !== undefined || command.among,
    followUp: command.followUp !== undefined,
    unit: command.unit !== undefined,
  };
  const missing = needs.filter((need) => !provided[need]);
  if (missing.length > 0) throw validation(Object.fromEntries(missing.map((need) => [need, message.required])));
  const field = wordsForCitizen[command.action];
  const isWritten = field !== undefined && command.heldAs === undefined;
  if (isWritten && unknownPlaceholders(command[field] ?? '').length > 0)
    throw validation({ [field]: placeholderUnknown });
  if (command.action === 'proposeRejection' && !(rejectReasons as readonly string[]).includes(command.reason ?? '')) {
    throw validation({
      reason: `${staffMessage.rejectReason} ${rejectReasons.map((reason) => `“${reason}”`).join(' ')}`,
    });
  }
  if (command.hold !== undefined && !heldActions.includes(command.action)) throw validation({ hold: message.invalid });
  if (command.also && !isReply(command.action)) throw validation({ also: message.invalid });
}

/** Counts how often an action was taken in the present cycle. */
export function timesInCycle(action: Action, history: readonly TimerEvent[]): number {
  const cycle = history.at(-1)?.cycle;
  return history.filter((event) => event.cycle === cycle && event.action === action).length;
}
