import { openStates } from '@baraza/contract/complaint/lifecycle';
import { and, asc, eq, gt, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, complaint, complaintEvent, escalation } from '../../db/schema/tables.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
import type { ReminderLevel } from './sla-timer.ts';
import type { ComplaintState } from '../complaint/transition/apply-transition.ts';

/** Position in the list of due reminders. */
export interface ReminderCursor {
  readonly at: Date;
  readonly id: string;
}

/** Selects complaints whose reminder is due; exported so that a test can read its plan. */
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

/** Lists the reminder levels already sent in this cycle. */
export async function listSentLevels(db: Database, { id, cycle }: LockedComplaint) {
  return db
    .select({ timer: escalation.timer, level: escalation.level })
    .from(escalation)
    .where(and(eq(escalation.complaintId, id), eq(escalation.cycle, cycle)));
}

/** Stores reminder levels as sent. */
export async function insertSentLevels(db: Database, rows: readonly (typeof escalation.$inferInsert)[]): Promise<void> {
  await db.insert(escalation).values([...rows]);
}

/** Updates the timer columns of a complaint without an event. */
export async function updateTimers(db: Database, id: string, columns: Partial<ComplaintState>): Promise<void> {
  await db.update(complaint).set(columns).where(eq(complaint.id, id));
}

/**
 * Finds the addresses of staff to remind at these levels.
 * 75 %: the assigned officer, else the supervisors; 100 and 150 %: the supervisors; 200 %: oversight, which also stands in for missing
 * supervisors. Recused staff are left out.
 */
export async function findReminded(
  db: Database,
  { mdaId, assigneeId, recusedStaff }: Pick<LockedComplaint, 'mdaId' | 'assigneeId' | 'recusedStaff'>,
  levels: readonly ReminderLevel[],
): Promise<string[]> {
  const read = async (condition: SQL | undefined) => {
    const active = and(isNull(account.disabledAt), notInArray(account.id, [...recusedStaff]), condition);
    const rows = await db.select({ email: account.email }).from(account).where(active).orderBy(asc(account.email));
    return rows.map(({ email }) => email);
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
  const recipients = new Set<string>();
  for (const level of levels) {
    for (const condition of chains.get(level) ?? []) {
      const emails = await read(condition);
      for (const email of emails) recipients.add(email);
      if (emails.length > 0) break;
    }
  }
  return [...recipients].toSorted();
}

/**
 * Marks a batch of open complaints for recomputing: those under this MDA's rules, or all.
 * @returns the id to continue after; undefined at the end.
 */
export async function markForRecomputing(
  db: Database,
  mdaId: string | null,
  { after, limit, now }: { readonly after: string; readonly limit: number; readonly now: Date },
): Promise<string | undefined> {
  const wasTransferred = sql`exists (select from ${complaintEvent} e where e.complaint_id = ${complaint.id} and e.data ->> 'from' = ${mdaId})`;
  const rows = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(
      and(
        gt(complaint.id, after),
        inArray(complaint.state, [...openStates]),
        mdaId === null ? undefined : or(eq(complaint.mdaId, mdaId), wasTransferred),
      ),
    )
    .orderBy(asc(complaint.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  await db
    .update(complaint)
    .set({ nextReminderAt: now })
    .where(and(inArray(complaint.id, ids), inArray(complaint.state, [...openStates])));
  return ids.length < limit ? undefined : ids.at(-1);
}
