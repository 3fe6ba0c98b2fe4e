import { and, asc, eq, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isNotRecused } from '../../db/row-security/not-recused.ts';
import { account, complaint, complaintEvent, identityRequest } from '../../db/schema/tables.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { fullName } from '../complaint/read/details.store.ts';
import { visibleTo } from '../complaint/read/visibility.ts';

const canStillRead = and(
  isNull(account.disabledAt),
  isNotRecused(complaint, sql`${account.id}`),
  or(
    eq(account.role, 'oversight'),
    and(inArray(account.role, ['officer', 'supervisor']), eq(account.mdaId, complaint.mdaId)),
  ),
);

/** Removes all requests about complaints that moved to another MDA or were anonymised. */
export async function removeIdentityRequests(db: Database, complaints: SQLWrapper): Promise<void> {
  await db.delete(identityRequest).where(inArray(identityRequest.complaintId, complaints));
}

/** Lists the open requests about a complaint with their reasons, oldest first. */
export async function listIdentityRequests(db: Database, complaintId: string) {
  const reason = sql<string | null>`(select e.reason from ${complaintEvent} e
    where e.complaint_id = ${identityRequest.complaintId} and e.action = 'requestIdentity' and e.actor_id = ${identityRequest.requestedBy}
    order by e.seq desc limit 1)`;
  return db
    .select({
      by: { id: account.id, name: fullName(account) },
      mdaId: account.mdaId,
      at: identityRequest.requestedAt,
      reason,
    })
    .from(identityRequest)
    .innerJoin(account, eq(account.id, identityRequest.requestedBy))
    .innerJoin(complaint, eq(complaint.id, identityRequest.complaintId))
    .where(and(eq(identityRequest.complaintId, complaintId), canStillRead))
    .orderBy(asc(identityRequest.requestedAt), asc(account.id));
}

/** Ids of the complaints with requests that others made; by request, so that the plan reads few complaints. */
export function requestedOfOthers(caller: Caller): SQL {
  return sql`select ${complaint.id} from ${identityRequest}
    join ${account} on ${account.id} = ${identityRequest.requestedBy},
    lateral (select * from ${complaint}
      where ${complaint.id} = ${identityRequest.complaintId} and ${visibleTo(caller)} offset 0) as complaint
    where ${ne(identityRequest.requestedBy, caller.accountId)} and ${canStillRead}`;
}
