import { type Action, allowedActions, type Side, staffMessage, type State, transitionOf } from '@baraza/contract';
import { AppError, conflict } from '../http/errors.ts';
import type { Actor } from './actor.ts';
import { timesInCycle } from './apply-transition.ts';
import type { TimerEvent } from './sla-timer.ts';

/** The side of a transfer that a caller acts for. */
export function sideOf(caller: Pick<Actor, 'mdaId'>, complaint: { readonly mdaId: string }): Side {
  return caller.mdaId === null || caller.mdaId === complaint.mdaId ? 'holder' : 'offered';
}

/** What decides who may decide on a proposed rejection. */
export interface RejectionState {
  readonly rejectionProposedBy: string | null;
  /** Whether no supervisor may decide, so that oversight does. */
  readonly hasNoApprover: boolean;
}

/** What decides which actions are open on a complaint. */
export interface ActionState extends RejectionState {
  readonly state: State;
  readonly mdaId: string;
  readonly hasNoStaff: boolean;
}

/** Actions open to the caller now, by the lifecycle table and its limits. */
export function actionsNow(caller: Actor, complaint: ActionState, past: readonly TimerEvent[]): Action[] {
  const { state, hasNoStaff } = complaint;
  return allowedActions(state, caller.role, sideOf(caller, complaint), hasNoStaff).filter(
    (action) => !isUsedUp(action, past) && rejectionRefusal(caller, action, complaint) === undefined,
  );
}

/** Whether an action was taken as often as a cycle allows. */
export function isUsedUp(action: Action, past: readonly TimerEvent[]): boolean {
  const { most } = transitionOf(action);
  return most !== undefined && timesInCycle(action, past) >= most;
}

/** Returns why the caller may not take a step of a rejection now; undefined where they may, and for other actions. */
export function rejectionRefusal(
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
