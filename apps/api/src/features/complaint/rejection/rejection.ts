import { type Action, type ProposedRejection, staffMessage } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import { AppError, conflict } from '../../../http/errors.ts';
import type { NamedEvent } from '../history/event.store.ts';

/** Who proposes to reject a complaint, and whether oversight decides since no supervisor may. */
export interface RejectionState {
  readonly rejectionProposedBy: string | null;
  readonly hasNoApprover: boolean;
}

/** Says why the caller may not take a step of a rejection now; undefined where they may, and for other actions. */
export function rejectionRefusal(
  caller: Pick<Caller, 'accountId' | 'role'>,
  action: Action,
  { rejectionProposedBy: proposer, hasNoApprover }: RejectionState,
): AppError | undefined {
  if (action === 'proposeRejection') return proposer === null ? undefined : conflict(staffMessage.rejectionProposed);
  if (action !== 'reject' && action !== 'returnRejection') return undefined;
  if (proposer === null) return conflict(staffMessage.rejectionGone);
  if (proposer === caller.accountId) return new AppError('FORBIDDEN', staffMessage.rejectionOwn);
  if (caller.role === 'oversight' && !hasNoApprover) return new AppError('FORBIDDEN', staffMessage.rejectionOfMda);
  return undefined;
}

/** The rejection that waits for a decision, as staff read it. */
export function proposedRejection(complaint: {
  readonly rejectionProposedBy: string | null;
  readonly events: readonly NamedEvent[];
}): ProposedRejection | null {
  const proposal = complaint.events.findLast(({ action }) => action === 'proposeRejection');
  if (complaint.rejectionProposedBy === null || proposal === undefined) return null;
  const { actor, at, reason, text } = proposal;
  return { by: { id: complaint.rejectionProposedBy, name: actor ?? '' }, at: at.toISOString(), reason, text };
}
