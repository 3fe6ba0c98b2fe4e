import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { open } from '../../../db/schema/complaint-tables.ts';
import { account, complaint, complaintEvent, mda } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { type RawRules, rulesOf } from '../../reference/sla-target.store.ts';
import { forSystem, readableBy, type VisibleTo, within } from './visibility.ts';
import { hasNoEligibleStaff, hasNoApprover } from './eligible-staff.ts';
import { stateColumns } from '../../../domain/apply-transition.ts';

/** A complaint locked by one transaction, with what notifications need. */
export type LockedComplaint = Awaited<ReturnType<typeof lockedWhere>>[number];

interface RulesAfter {
  readonly newCycle?: boolean | undefined;
  readonly categoryId?: string | undefined;
}

/** Selects the timer rules of the MDA at the beginning of the cycle. A transfer moves no date. */
export function slaRulesOf({ newCycle, categoryId }: RulesAfter = {}): SQL<RawRules> {
  const first = sql`(select (e.data ->> 'from')::uuid from ${complaintEvent} e
    where e.complaint_id = ${complaint.id} and e.cycle = ${complaint.cycle}
      and e.action in ('acceptTransfer', 'decideTransfer') order by e.seq limit 1)`;
  return rulesOf({
    mdaId: newCycle ? sql`${complaint.mdaId}` : sql`coalesce(${first}, ${complaint.mdaId})`,
    categoryId: categoryId === undefined ? sql`${complaint.categoryId}` : sql`${categoryId}::uuid`,
    since: sql`${complaint.submittedAt}`,
  });
}

/** Locks citizens of complaints against erasure, which locks accounts first: call it before a complaint is locked. */
export async function lockCitizensShared(db: Database, which: SQL | undefined): Promise<void> {
  const ids = db.select({ id: complaint.citizenId }).from(complaint).where(which);
  await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.id, ids))
    .orderBy(asc(account.id))
    .for('key share');
}

/** Locks a complaint that the caller may open, with the timer rules after the step. */
export async function lockComplaint(db: Database, caller: Caller, id: string, rulesAfter: RulesAfter = {}) {
  const [row] = await lockedWhere(db, within(readableBy(caller), eq(complaint.id, id)), {
    ...rulesAfter,
    role: caller.role,
  });
  return row;
}

/** Locks the duplicates of a complaint. */
export async function lockDuplicates(db: Database, parentId: string): Promise<LockedComplaint[]> {
  const duplicates = and(eq(complaint.mergedIntoId, parentId), eq(complaint.state, 'merged'));
  await lockCitizensShared(db, duplicates);
  return lockedWhere(db, within(forSystem, duplicates));
}

/** Locks the open complaints of an MDA that are assigned to one officer. */
export function lockAssigned(db: Database, mdaId: string, assigneeId: string): Promise<LockedComplaint[]> {
  return lockedWhere(db, within(forSystem, eq(complaint.mdaId, mdaId), eq(complaint.assigneeId, assigneeId), open));
}

/** Locks a complaint for a step of the system; undefined where it is gone, or locked by another transaction. */
export async function lockForSystem(db: Database, id: string): Promise<LockedComplaint | undefined> {
  const [row] = await lockedWhere(db, within(forSystem, eq(complaint.id, id)), { skipLocked: true });
  return row;
}

interface Locking extends RulesAfter {
  readonly role?: Caller['role'];
  readonly skipLocked?: true;
}

async function lockedWhere(db: Database, scope: VisibleTo, { role, skipLocked, ...rulesAfter }: Locking = {}) {
  return db
    .select({
      ...pick(complaint, stateColumns),
      ...pick(complaint, ['id', 'trackingId', 'title', 'submittedAt', 'citizenId', 'identity']),
      mdaName: mda.name,
      citizenEmail: account.email,
      identityAccess: mda.identityAccess,
      rulesVersion: mda.rulesVersion,
      rules: slaRulesOf(rulesAfter),
      // Both are false for callers other than oversight.
      hasNoStaff: hasNoEligibleStaff(role),
      hasNoApprover: hasNoApprover(role),
    })
    .from(complaint)
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(scope)
    .orderBy(asc(complaint.id))
    .for('update', skipLocked ? { of: complaint, skipLocked } : { of: complaint });
}

/** Locks two complaints in the order of their ids, to avoid a deadlock. */
export async function lockPair(db: Database, one: string, other: string): Promise<void> {
  await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(inArray(complaint.id, [one, other]))
    .orderBy(asc(complaint.id))
    .for('update');
}

/** Finds MDA and state of a possible parent. */
export async function findParent(db: Database, scope: VisibleTo, id: string) {
  const [row] = await db
    .select({ mdaId: complaint.mdaId, state: complaint.state })
    .from(complaint)
    .where(within(scope, eq(complaint.id, id)));
  return row;
}
