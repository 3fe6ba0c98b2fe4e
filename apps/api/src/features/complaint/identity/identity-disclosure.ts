import { type DeskComplaint, identityHours, isWorked, staffMessage } from '@baraza/contract';
import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { isNotRecused } from '../../../db/row-security/not-recused.ts';
import { account, complaint, complaintEvent, identityRequest } from '../../../db/schema/tables.ts';
import { AppError, conflict } from '../../../http/errors.ts';
import { isErasedAddress, isGuestAddress } from '../../../mail/erased.ts';
import type { ComplaintDetails } from '../record/details.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import { type Reader, visibleTo } from '../record/visibility.ts';
import { addressedAs, senderName } from '../../../domain/person-name.ts';
import type { ComplaintState, TransitionCommand } from '../../../domain/apply-transition.ts';
import type { LockedComplaint } from '../record/transition.store.ts';
import { type TimerEvent, wentElsewhere } from '../../../domain/sla-timer.ts';

/** An open request: the office it comes from, where null is oversight, and why. */
export type RequestedIdentity = Awaited<ReturnType<typeof listIdentityRequests>>[number];

/** Refuses requests and decisions about an identity that are not possible now; returns the request of a decision. */
export async function requireIdentityStep(
  db: Database,
  caller: Caller,
  command: TransitionCommand,
  before: LockedComplaint,
  past: readonly TimerEvent[],
  now: Date,
): Promise<RequestedIdentity | undefined> {
  const isRequest = command.action === 'requestIdentity';
  if (!isRequest && !isDecision(command)) return undefined;
  if (command.requester === caller.accountId && !isRequest) throw new AppError('FORBIDDEN', staffMessage.identityOwn);
  // Neither an erased citizen nor an anonymous one has an identity to disclose.
  const isNobody = isErasedAddress(before.citizenEmail) || before.identity === 'anonymous';
  if (command.action !== 'denyIdentity' && isNobody) throw conflict(staffMessage.identityGone);
  const who = isRequest ? caller.accountId : command.requester;
  const waiting = (await listIdentityRequests(db, before.id)).find(({ by }) => by.id === who);
  if (!isRequest) {
    if (!waiting) throw conflict(staffMessage.doneMeanwhile);
    return waiting;
  }
  const isShown = shownUnasked(caller, before) ?? disclosedUntil(past, caller.accountId, now);
  if (waiting || isShown) throw conflict(staffMessage.doneMeanwhile);
  return undefined;
}

const isDecision = ({ action }: TransitionCommand) => action === 'discloseIdentity' || action === 'denyIdentity';

/** Adds a request to the counts, or removes it once decided or moved. */
export async function updateIdentityRequests(
  db: Database,
  caller: Caller,
  command: TransitionCommand,
  { before, after, at }: { readonly before: LockedComplaint; readonly after: ComplaintState; readonly at: Date },
): Promise<void> {
  const complaintId = before.id;
  if (command.action === 'requestIdentity') {
    await db.insert(identityRequest).values({ complaintId, requestedBy: caller.accountId, requestedAt: at });
  } else if (isDecision(command) && command.requester) {
    const decided = eq(identityRequest.requestedBy, command.requester);
    await db.delete(identityRequest).where(and(eq(identityRequest.complaintId, complaintId), decided));
  } else if (after.mdaId !== before.mdaId) {
    await removeIdentityRequests(db, sql`(${complaintId}::uuid)`);
  }
}

/** Until when a person may see the identity: for hours after a disclosure to them, while the complaint stays with its MDA. */
function disclosedUntil(events: readonly TimerEvent[], accountId: string, now: Date): Date | null {
  const index = events.findLastIndex((it) => it.action === 'discloseIdentity' && it.data?.['requester'] === accountId);
  const shown = events[index];
  if (shown === undefined || events.slice(index).some(wentElsewhere)) return null;
  const until = new Date(shown.at.getTime() + identityHours * 3_600_000);
  return now < until ? until : null;
}

type Handled = Pick<LockedComplaint, 'identity' | 'identityAccess' | 'mdaId' | 'assigneeId' | 'state'>;

/** Why a reader sees who sent a complaint without asking; undefined where they have to ask. */
function shownUnasked({ accountId, mdaId, role }: Caller, complaint: Handled) {
  const { identity, identityAccess } = complaint;
  if (identity !== 'named' || mdaId !== complaint.mdaId || identityAccess === 'two-person') return undefined;
  if (identityAccess === 'open') return 'open';
  if (!isWorked(complaint.state)) return undefined;
  if (complaint.assigneeId === accountId) return 'assignee';
  return role === 'supervisor' ? 'supervisor' : undefined;
}

/** The citizen as this reader may know them, without `complaintsBefore`. */
export async function citizenAtDesk(
  db: Database,
  caller: Caller,
  { citizen, events, ...complaint }: ComplaintDetails,
  now: Date,
): Promise<Omit<DeskComplaint['citizen'], 'complaintsBefore'>> {
  const { firstName, lastName, phone } = citizen;
  const email = isGuestAddress(citizen.email) ? '' : citizen.email;
  const name = senderName(complaint, citizen);
  const handled = { ...complaint, mdaId: complaint.mda.id, assigneeId: complaint.assignee?.id ?? null };
  const isGone = isErasedAddress(email);
  const unasked = isGone ? undefined : shownUnasked(caller, handled);
  const until = isGone ? null : disclosedUntil(events, caller.accountId, now);
  const because = unasked ?? (until && 'approved');
  // Most complaints have no request in their history: then nothing is queried.
  const hasRequests = events.some((it) => it.action === 'requestIdentity');
  const waiting = hasRequests ? await listIdentityRequests(db, complaint.id) : [];
  return {
    name,
    firstName: complaint.identity === 'named' ? addressedAs(citizen) : name,
    identity: because && {
      name: `${firstName} ${lastName}`.trim(),
      email,
      phone,
      because,
      until: unasked || !until ? null : until.toISOString(),
    },
    identityRequests: waiting.map(({ by, at, reason }) => ({ by, at: at.toISOString(), reason })),
  };
}

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

/** Ids of the complaints with requests that others made; by request, so that the plan reads few complaints. */
export function requestedOfOthers(caller: Reader): SQL {
  return sql`select ${complaint.id} from ${identityRequest}
    join ${account} on ${account.id} = ${identityRequest.requestedBy},
    lateral (select * from ${complaint}
      where ${complaint.id} = ${identityRequest.complaintId} and ${visibleTo(caller)} offset 0) as complaint
    where ${ne(identityRequest.requestedBy, caller.accountId)} and ${canStillRead}`;
}
