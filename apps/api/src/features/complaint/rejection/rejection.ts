import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import { visibleTo } from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';
import type { ProposedRejection } from '@baraza/contract';
import type { NamedEvent } from '../record/event.store.ts';
import { hasNoApprover } from '../record/eligible-staff.ts';

/** Ids of the complaints that somebody else proposes to reject, for the caller to decide. */
export function proposedByOthers(caller: Actor): SQL {
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

/** The rejection that waits for a decision, as staff read it. */
export function proposedRejection(proposer: string | null, events: readonly NamedEvent[]): ProposedRejection | null {
  const proposal = events.findLast(({ action }) => action === 'proposeRejection');
  if (proposer === null || proposal === undefined) return null;
  const { actor, at, reason, text } = proposal;
  return { by: { id: proposer, name: actor ?? '' }, at: at.toISOString(), reason, text };
}
