import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { visibleTo } from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';
import type { ProposedRejection } from '@baraza/contract';
import type { NamedEvent } from '../record/event.store.ts';
import { hasNoApprover } from '../record/eligible-staff.ts';

/** Selects the complaints with a proposed rejection on which the caller may decide. */
export function proposedByOthers(caller: Actor): SQL {
  return sql`select ${complaint.id} from ${complaint}
    where ${complaint.rejectionProposedBy} is not null and ${ne(complaint.rejectionProposedBy, caller.accountId)}
      and ${visibleTo(caller)} and ${caller.role === 'oversight' ? hasNoApprover(caller.role) : sql`true`}`;
}

/** Reads the proposed words for the citizen: the listed reason, and perhaps a text. */
export async function readProposal(db: Database, complaintId: string) {
  const [proposal] = await db
    .select({ text: complaintEvent.text, reason: complaintEvent.reason })
    .from(complaintEvent)
    .where(and(eq(complaintEvent.complaintId, complaintId), eq(complaintEvent.action, 'proposeRejection')))
    .orderBy(desc(complaintEvent.seq))
    .limit(1);
  return proposal ?? { text: null, reason: null };
}

/** Returns the rejection that waits for a decision, for staff. */
export function proposedRejection(proposer: string | null, events: readonly NamedEvent[]): ProposedRejection | null {
  const proposal = events.findLast(({ action }) => action === 'proposeRejection');
  if (proposer === null || proposal === undefined) return null;
  const { actor, at, reason, text } = proposal;
  return { by: { id: proposer, name: actor ?? '' }, at: at.toISOString(), reason, text };
}
