import { workedStates } from '@baraza/contract/complaint/lifecycle';
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { complaint, complaintEvent, escalation } from '../../db/schema/tables.ts';
import type { LockedComplaint } from '../complaint/transition/transition.store.ts';
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
 * Marks a batch of complaints that MDAs work on for recomputing: those under this MDA's rules, or all.
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
        inArray(complaint.state, [...workedStates]),
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
    .where(and(inArray(complaint.id, ids), inArray(complaint.state, [...workedStates])));
  return ids.length < limit ? undefined : ids.at(-1);
}
