import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { account, complaint, complaintEvent } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { worker, worksAt } from '../../recusal/recusal.store.ts';
import { visibleTo } from '../read/visibility.ts';

/** Whether no supervisor of the MDA may decide on a proposed rejection, as one column; false for all but oversight. */
export function hasNoApprover(role: Caller['role'] | undefined): SQL<boolean> {
  return role === 'oversight' ? sql<boolean>`not exists (${approvers})` : sql<boolean>`false`;
}

const approvers = sql`select from ${account} s where ${worksAt(complaint.mdaId, worker)} and s.role = 'supervisor'
  and s.id <> all(${complaint.recusedStaff}) and s.id is distinct from ${complaint.rejectionProposedBy}`;

/** Ids of the complaints that somebody else proposes to reject, for the caller to decide. */
export function proposedByOthers(caller: Caller): SQL {
  return sql`select ${complaint.id} from ${complaint}
    where ${complaint.rejectionProposedBy} is not null and ${ne(complaint.rejectionProposedBy, caller.accountId)}
      and ${visibleTo(caller)} and ${caller.role === 'oversight' ? hasNoApprover(caller.role) : sql`true`}`;
}

/** Reads what was proposed for the citizen to read: the listed reason, and perhaps a word. */
export async function readProposal(
  db: Database,
  complaintId: string,
): Promise<{ text: string | null; reason: string | null }> {
  const [proposal] = await db
    .select({ text: complaintEvent.text, reason: complaintEvent.reason })
    .from(complaintEvent)
    .where(and(eq(complaintEvent.complaintId, complaintId), eq(complaintEvent.action, 'proposeRejection')))
    .orderBy(desc(complaintEvent.seq))
    .limit(1);
  return proposal ?? { text: null, reason: null };
}
