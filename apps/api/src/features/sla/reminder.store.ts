import { openStates } from '@baraza/contract/complaint/lifecycle';
import { and, asc, eq, gt, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, complaint, complaintEvent, escalation } from '../../db/schema/tables.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import type { ReminderLevel } from './sla-timer.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';

/** Where a walk through the alarms stands. */
export interface ReminderCursor {
  readonly at: Date;
  readonly id: string;
}

/** The next complaints whose alarm has come; apart, so that a test can look at its plan. */
export function dueRemindersQuery(db: Database, now: Date, after: ReminderCursor | undefined, limit: number) {
  const place =
    after &&
    sql`(${complaint.nextReminderAt}, ${complaint.id}) > (${sql.param(after.at, complaint.nextReminderAt)}::timestamptz, ${after.id}::uuid)`;
  return db
    .select({ id: complaint.id, at: sql<Date>`${complaint.nextReminderAt}`.mapWith(complaint.nextReminderAt) })
    .from(complaint)
    .where(and(lte(complaint.nextReminderAt, now), place))
    .orderBy(asc(complaint.nextReminderAt), asc(complaint.id))
    .limit(limit);
}

/** Which levels of this cycle were told already. */
export async function listTold(db: Database, { id, cycle }: LockedComplaint) {
  return db
    .select({ clock: escalation.timer, level: escalation.level })
    .from(escalation)
    .where(and(eq(escalation.complaintId, id), eq(escalation.cycle, cycle)));
}

/** Remembers that these levels were told. */
export async function insertTold(db: Database, rows: readonly (typeof escalation.$inferInsert)[]): Promise<void> {
  await db.insert(escalation).values([...rows]);
}

/** Brings the dates of a complaint up to date without a step. */
export async function updateTimers(db: Database, id: string, columns: Partial<ComplaintState>): Promise<void> {
  await db.update(complaint).set(columns).where(eq(complaint.id, id));
}

/**
 * Who is told of these levels: at 75 % whoever has the complaint, or the supervisors when nobody does who still works at its MDA;
 * at 100 and 150 % the supervisors; at 200 % oversight. Where an MDA has no supervisor, oversight. Nobody from whom it is kept is told.
 */
export async function findReminded(
  db: Database,
  { mdaId, assigneeId, recusedStaff }: Pick<LockedComplaint, 'mdaId' | 'assigneeId' | 'recusedStaff'>,
  levels: readonly ReminderLevel[],
): Promise<string[]> {
  const read = async (condition: SQL | undefined) => {
    const active = and(isNull(account.disabledAt), notInArray(account.id, [...recusedStaff]), condition);
    const rows = await db.select({ email: account.email }).from(account).where(active).orderBy(asc(account.email));
    return rows.map((it) => it.email);
  };
  const officer = assigneeId === null ? undefined : and(eq(account.id, assigneeId), eq(account.mdaId, mdaId));
  const supervisors = and(eq(account.role, 'supervisor'), eq(account.mdaId, mdaId));
  const oversight = eq(account.role, 'oversight');
  const chains = new Map<ReminderLevel, readonly (SQL | undefined)[]>([
    [75, officer ? [officer, supervisors, oversight] : [supervisors, oversight]],
    [100, [supervisors, oversight]],
    [150, [supervisors, oversight]],
    [200, [oversight]],
  ]);
  const told = new Set<string>();
  for (const level of levels) {
    for (const condition of chains.get(level) ?? []) {
      const found = await read(condition);
      for (const email of found) told.add(email);
      if (found.length > 0) break;
    }
  }
  return [...told].toSorted();
}

/**
 * Lets the clocks of the next open complaints be read anew: of those whose clock goes by this MDA's rules, or of all.
 * Answers where to go on.
 */
export async function markForReading(
  db: Database,
  mdaId: string | null,
  { after, limit, now }: { readonly after: string; readonly limit: number; readonly now: Date },
): Promise<string | undefined> {
  const handedOn = sql`exists (select from ${complaintEvent} e where e.complaint_id = ${complaint.id} and e.data ->> 'from' = ${mdaId})`;
  const rows = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(
      and(
        gt(complaint.id, after),
        inArray(complaint.state, [...openStates]),
        mdaId === null ? undefined : or(eq(complaint.mdaId, mdaId), handedOn),
      ),
    )
    .orderBy(asc(complaint.id))
    .limit(limit);
  const ids = rows.map((it) => it.id);
  if (ids.length === 0) return undefined;
  await db
    .update(complaint)
    .set({ nextReminderAt: now })
    .where(and(inArray(complaint.id, ids), inArray(complaint.state, [...openStates])));
  return ids.length < limit ? undefined : ids.at(-1);
}

/** When the clocks of a complaint have something to tell next. */
export async function findReminder(db: Database, id: string): Promise<Date | null> {
  const [row] = await db.select({ at: complaint.nextReminderAt }).from(complaint).where(eq(complaint.id, id));
  return row?.at ?? null;
}
