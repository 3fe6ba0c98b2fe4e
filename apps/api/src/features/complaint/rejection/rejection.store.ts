import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { type Reader, visibleTo } from '../record/visibility.ts';
import { type Action, type ProposedRejection, staffMessage } from '@baraza/contract';
import { AppError, conflict } from '../../../http/errors.ts';
import type { NamedEvent } from '../record/event.store.ts';
import { hasNoApprover } from '../record/eligible-staff.ts';

/** Ids of the complaints that somebody else proposes to reject, for the caller to decide. */
export function proposedByOthers(caller: Reader): SQL {
  return sql`select ${complaint.id} from ${complaint}
    where ${complaint.rejectionProposedBy} is not null and ${ne(complaint.rejectionProposedBy, caller.accountId)}
      and ${visibleTo(caller)} and ${caller.role === 'oversight' ? hasNoApprover(caller.role) : sql`true`}`;
}

/** Reads what was proposed for the citizen to read: the listed reason, and perhaps a word. */
export async function readProposal(db: Database, complaintId: string) {
  const [proposal] = await db
    .select({ text: complaintEvent.text, reason: complaintEvent.reason })
    .from(complaintEvent)
    .where(and(eq(complaintEvent.complaintId, complaintId), eq(complaintEvent.action, 'proposeRejection')))
    .orderBy(desc(complaintEvent.seq))
    .limit(1);
  return proposal ?? { text: null, reason: null };
}

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
  if (action === 'proposeRejection') return proposer === null ? undefined : conflict(staffMessage.doneMeanwhile);
  if (action !== 'reject' && action !== 'returnRejection') return undefined;
  if (proposer === null) return conflict(staffMessage.doneMeanwhile);
  if (proposer === caller.accountId) return new AppError('FORBIDDEN', staffMessage.rejectionOwn);
  if (caller.role === 'oversight' && !hasNoApprover) return new AppError('FORBIDDEN', staffMessage.rejectionOfMda);
  return undefined;
}

/** The rejection that waits for a decision, as staff read it. */
export function proposedRejection(proposer: string | null, events: readonly NamedEvent[]): ProposedRejection | null {
  const proposal = events.findLast(({ action }) => action === 'proposeRejection');
  if (proposer === null || proposal === undefined) return null;
  const { actor, at, reason, text } = proposal;
  return { by: { id: proposer, name: actor ?? '' }, at: at.toISOString(), reason, text };
}
