import { and, asc, eq, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isNotRecused } from '../../db/row-security/not-recused.ts';
import { account, complaint, complaintEvent, identityRequest } from '../../db/schema/tables.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { fullName } from '../complaint/read/details.store.ts';
import { visibleTo } from '../complaint/read/visibility.ts';

interface Asked {
  readonly complaintId: string;
  readonly askedBy: string;
}

/** Whoever asked still works where they could read the answer. For queries that join account and complaint. */
const canStillRead = and(
  isNull(account.disabledAt),
  isNotRecused(complaint, sql`${account.id}`),
  or(
    eq(account.role, 'oversight'),
    and(inArray(account.role, ['officer', 'supervisor']), eq(account.mdaId, complaint.mdaId)),
  ),
);

/** Notes that somebody asks to see who sent a complaint. */
export async function insertIdentityRequest(db: Database, request: Asked & { readonly askedAt: Date }): Promise<void> {
  await db.insert(identityRequest).values(request);
}

/** It was decided. */
export async function removeIdentityRequest(db: Database, { complaintId, askedBy }: Asked): Promise<void> {
  await db
    .delete(identityRequest)
    .where(and(eq(identityRequest.complaintId, complaintId), eq(identityRequest.askedBy, askedBy)));
}

/** Nobody is left who asks: the complaint went elsewhere, or it has no person any more. */
export async function removeIdentityRequests(db: Database, complaints: SQLWrapper): Promise<void> {
  await db.delete(identityRequest).where(inArray(identityRequest.complaintId, complaints));
}

/** Who waits to be shown who sent a complaint, and why, the first one first. */
export async function listIdentityRequests(db: Database, complaintId: string) {
  const reason = sql<string | null>`(select e.reason from ${complaintEvent} e
    where e.complaint_id = ${identityRequest.complaintId} and e.action = 'requestIdentity' and e.actor_id = ${identityRequest.askedBy}
    order by e.seq desc limit 1)`;
  return db
    .select({
      by: { id: account.id, name: fullName(account) },
      mdaId: account.mdaId,
      at: identityRequest.askedAt,
      reason,
    })
    .from(identityRequest)
    .innerJoin(account, eq(account.id, identityRequest.askedBy))
    .innerJoin(complaint, eq(complaint.id, identityRequest.complaintId))
    .where(and(eq(identityRequest.complaintId, complaintId), canStillRead))
    .orderBy(asc(identityRequest.askedAt), asc(account.id));
}

/**
 * The complaints of which somebody else waits for the caller's decision, as an array: there are few, and so they are found by their
 * numbers, however long the list is that they stand in.
 */
export function askedOf(caller: Caller): SQL {
  return mayDecide(caller) ? sql`array(${waitingFor(sql`distinct ${complaint.id}`, caller)})` : sql`'{}'::uuid[]`;
}

/** How many those are. */
export function countAsked(caller: Caller): SQL<number> {
  const count = mayDecide(caller) ? waitingFor(sql`count(distinct ${complaint.id})`, caller) : sql`select 0`;
  return sql`(${count})`.mapWith(Number);
}

const mayDecide = ({ role }: Caller) => role === 'supervisor' || role === 'oversight';

/** Each request looks for its complaint, so that no plan reads along the many for the sake of a few. */
function waitingFor(what: SQL, caller: Caller): SQL {
  return sql`select ${what} from ${identityRequest}
    join ${account} on ${account.id} = ${identityRequest.askedBy},
    lateral (select * from ${complaint}
      where ${complaint.id} = ${identityRequest.complaintId} and ${visibleTo(caller)} offset 0) as complaint
    where ${ne(identityRequest.askedBy, caller.accountId)} and ${canStillRead}`;
}

/** Where whoever asked is told how it was decided, if they are still there. */
export async function findAskerEmail(db: Database, askerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: account.email })
    .from(account)
    .where(and(eq(account.id, askerId), isNull(account.disabledAt)));
  return row?.email;
}

/** Who is told that somebody asks: the supervisors of the MDA; where there is none beside the one who asks, oversight. */
export async function findDeciders(
  db: Database,
  { id, mdaId }: { readonly id: string; readonly mdaId: string },
  askerId: string,
): Promise<string[]> {
  const maySee = sql`exists (select from ${complaint} where ${complaint.id} = ${id} and ${isNotRecused(complaint, sql`${account.id}`)})`;
  const rows = await db
    .select({ email: account.email, role: account.role })
    .from(account)
    .where(
      and(
        or(and(eq(account.role, 'supervisor'), eq(account.mdaId, mdaId)), eq(account.role, 'oversight')),
        isNull(account.disabledAt),
        ne(account.id, askerId),
        maySee,
      ),
    )
    .orderBy(asc(account.id));
  const supervisors = rows.filter((it) => it.role === 'supervisor');
  return (supervisors.length > 0 ? supervisors : rows).map((it) => it.email);
}
