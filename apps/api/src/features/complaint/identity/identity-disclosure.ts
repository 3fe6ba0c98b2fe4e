import type { DeskComplaint } from '@baraza/contract';
import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { isNotRecused, isWithinWalls } from '../../../db/row-security/open-to.ts';
import { account, complaint, complaintEvent, identityRequest } from '../../../db/schema/tables.ts';
import { isErasedAddress, hasNoEmail } from '../../../mail/erased.ts';
import type { ComplaintDetails } from '../record/details.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import { visibleTo } from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';
import { addressedAs, senderName, shownName } from '../../../domain/person-name.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';
import type { Step } from '../../../domain/step.ts';
import type { LockedComplaint } from '../record/lock-complaint.store.ts';
import { disclosedUntil, shownUnasked } from '../../../domain/identity-access.ts';

/** Finds the open request of an account for the identity behind a complaint. */
export async function findIdentityRequest(db: Database, complaintId: string, accountId: string) {
  return (await listIdentityRequests(db, complaintId)).find(({ by }) => by.id === accountId);
}

/** Updates the open requests after a step: adds one, or removes those decided or left behind by a transfer. */
export async function updateIdentityRequests(
  db: Database,
  caller: Caller,
  { action, at, requester }: Step,
  { before, after }: { readonly before: LockedComplaint; readonly after: ComplaintState },
): Promise<void> {
  const complaintId = before.id;
  if (action === 'requestIdentity') {
    await db.insert(identityRequest).values({ complaintId, requestedBy: caller.accountId, requestedAt: at });
  } else if ((action === 'discloseIdentity' || action === 'denyIdentity') && requester) {
    const decided = eq(identityRequest.requestedBy, requester);
    await db.delete(identityRequest).where(and(eq(identityRequest.complaintId, complaintId), decided));
  } else if (after.mdaId !== before.mdaId) {
    await removeIdentityRequests(db, sql`(${complaintId}::uuid)`);
  }
}

/** Returns the citizen as this reader may know them, without `complaintsBefore`. */
export async function citizenAtDesk(
  db: Database,
  caller: Caller,
  { citizen, events, ...complaint }: ComplaintDetails,
  {
    now,
    isWithheld,
    handlerId,
  }: { readonly now: Date; readonly isWithheld: boolean; readonly handlerId: string | null },
): Promise<Omit<DeskComplaint['citizen'], 'complaintsBefore' | 'reach' | 'sms'>> {
  const { phone } = citizen;
  const email = hasNoEmail(citizen.email) ? '' : citizen.email;
  const name = senderName(complaint, citizen);
  const handled = { ...complaint, mdaId: complaint.mda.id, assigneeId: handlerId };
  const isGone = isErasedAddress(email);
  const unasked = isGone || isWithheld ? undefined : shownUnasked(caller, handled);
  const until = isGone ? null : disclosedUntil(events, caller.accountId, now);
  const because = unasked ?? (until && 'approved');
  // Without a request in the history, as for most complaints, the query is saved.
  const hasRequests = events.some(({ action }) => action === 'requestIdentity');
  const waiting = hasRequests ? await listIdentityRequests(db, complaint.id) : [];
  return {
    name,
    firstName: complaint.identity === 'named' ? addressedAs(citizen) : name,
    identity: because && {
      name: shownName(citizen),
      email,
      phone,
      because,
      until: unasked || !until ? null : until.toISOString(),
    },
    mailRefused: complaint.mailRefused && !isGone && email !== '',
    identityRequests: waiting.map(({ by, at, reason }) => ({ by, at: at.toISOString(), reason })),
  };
}

const canStillRead = and(
  isNull(account.disabledAt),
  isNotRecused(complaint, sql`${account.id}`),
  isWithinWalls(account, complaint.unitId),
  or(
    eq(account.role, 'oversight'),
    and(inArray(account.role, ['officer', 'supervisor']), eq(account.mdaId, complaint.mdaId)),
  ),
);

/** Removes all requests about complaints that moved to another MDA or were anonymised. */
export async function removeIdentityRequests(db: Database, complaints: SQLWrapper): Promise<void> {
  await db.delete(identityRequest).where(inArray(identityRequest.complaintId, complaints));
}

async function listIdentityRequests(db: Database, complaintId: string) {
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

/** Selects the complaints with requests by others; starts from the requests, so that the plan reads few complaints. */
export function requestedOfOthers(caller: Actor): SQL {
  return sql`select ${complaint.id} from ${identityRequest}
    join ${account} on ${account.id} = ${identityRequest.requestedBy},
    lateral (select * from ${complaint}
      where ${complaint.id} = ${identityRequest.complaintId} and ${visibleTo(caller)} offset 0) as complaint
    where ${ne(identityRequest.requestedBy, caller.accountId)} and ${canStillRead}`;
}
