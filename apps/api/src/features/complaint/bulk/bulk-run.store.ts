import type { BulkRun } from '@baraza/contract';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { bulkRun, bulkRunItem, complaint } from '../../../db/schema/tables.ts';
import { readableBy } from '../record/visibility.ts';

export type RunRow = typeof bulkRun.$inferSelect;

/** Finds and locks the latest run of an account. */
export async function lockRun(db: Database, accountId: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(bulkRun).where(eq(bulkRun.accountId, accountId)).for('update');
  return row;
}

/** Reads the latest run of the caller; null once it is put away. */
export async function showRun(db: Database, caller: Caller, now: Date): Promise<BulkRun | null> {
  const [run] = await db.select().from(bulkRun).where(eq(bulkRun.accountId, caller.accountId));
  if (!run) return null;
  const items = await db
    .select({
      ...pick(bulkRunItem, ['done', 'error']),
      id: bulkRunItem.complaintId,
      complaint: pick(complaint, ['trackingId', 'title']),
    })
    .from(bulkRunItem)
    .leftJoin(complaint, and(eq(complaint.id, bulkRunItem.complaintId), readableBy(caller)))
    .where(eq(bulkRunItem.runId, run.id))
    .orderBy(asc(bulkRunItem.position));
  const phase = run.finishedAt ? 'finished' : run.beginsAt > now ? 'delayed' : 'running';
  return { ...pick(run, ['id', 'action']), beginsAt: run.beginsAt.toISOString(), phase, items };
}

/** Lists complaints of a run that wait, unless it was stopped or taken back. */
export async function listWaiting(db: Database, runId: string, most: number) {
  const isWaiting = and(eq(bulkRunItem.runId, runId), isNull(bulkRunItem.done), isNull(bulkRun.stoppedAt));
  return db
    .select({ ...pick(bulkRunItem, ['complaintId', 'version', 'position']), state: complaint.state })
    .from(bulkRunItem)
    .innerJoin(bulkRun, eq(bulkRun.id, bulkRunItem.runId))
    .leftJoin(complaint, eq(complaint.id, bulkRunItem.complaintId))
    .where(isWaiting)
    .orderBy(asc(bulkRunItem.position))
    .limit(most);
}

/** Notes what became of a waiting complaint; returns false where that is known or the run was ended. */
export async function settleItem(
  db: Database,
  { runId, complaintId }: { readonly runId: string; readonly complaintId: string },
  outcome: { readonly done: boolean; readonly error?: string },
): Promise<boolean> {
  const isOurs = and(eq(bulkRunItem.runId, runId), eq(bulkRunItem.complaintId, complaintId));
  const isOn = sql`exists (select from ${bulkRun} where ${bulkRun.id} = ${runId} and ${bulkRun.stoppedAt} is null)`;
  const settled = await db
    .update(bulkRunItem)
    .set(outcome)
    .where(and(isOurs, isNull(bulkRunItem.done), isOn));
  return settled.rowCount === 1;
}

/** Marks a run as at its end. */
export async function finishRun(db: Database, runId: string, at: Date): Promise<void> {
  await db
    .update(bulkRun)
    .set({ finishedAt: at })
    .where(and(eq(bulkRun.id, runId), isNull(bulkRun.finishedAt)));
}

/** Removes runs that began before a time and were never put away. */
export async function purgeRuns(db: Database, before: Date): Promise<void> {
  await db.delete(bulkRun).where(lt(bulkRun.beginsAt, before));
}
