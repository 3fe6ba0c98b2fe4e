import { openStates } from '@baraza/contract';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, citizenTexts, complaint, complaintEvent, recusal, survey } from '../../../db/schema/tables.ts';
import { worksAt } from '../../reference/staff.store.ts';
import type { Step } from '../../../domain/step.ts';
import { hasNobodyAt } from '../record/eligible-staff.ts';

/** Reads the citizen's texts: title, description, place, words of their steps, surveys. */
export async function readTexts(db: Database, complaintId: string): Promise<string[]> {
  const ownTexts = sql.join(
    citizenTexts.map((name) => sql`${complaint[name]}`),
    sql`, `,
  );
  const written = sql`select unnest(array[${ownTexts}]) as text from ${complaint} where ${complaint.id} = ${complaintId}
    union all select unnest(array[e.text, e.reason])
      from ${complaintEvent} e where e.complaint_id = ${complaintId} and e.actor_kind = 'citizen'
    union all select s.description from ${survey} s where s.complaint_id = ${complaintId}`;
  const { rows } = await db.execute<{ text: string }>(sql`select text from (${written}) as written where text <> ''`);
  return rows.map(({ text }) => text);
}

/** Recuses staff whom a complaint mentions, until somebody decides. */
export async function insertMentioned(db: Database, complaintId: string, accountIds: readonly string[], since: Date) {
  const rows = accountIds.map((accountId) => ({ complaintId, accountId, since, why: 'mentioned' as const }));
  if (rows.length > 0) await db.insert(recusal).values(rows);
}

/** Updates the recusals after a step that adds, confirms or lifts one. */
export async function recordRecusal(tx: Database, caller: Caller, complaintId: string, step: Step): Promise<void> {
  const { action, at, reason = null, people = [] } = step;
  const decidedBy = caller.accountId;
  for (const accountId of people) {
    const which = recusalFrom(complaintId, accountId);
    if (action === 'recuse')
      await tx.insert(recusal).values({ complaintId, accountId, decidedBy, since: at, reason, why: 'by_hand' });
    if (action === 'confirmRecusal') await tx.update(recusal).set({ decidedBy }).where(which);
    if (action === 'liftRecusal') await tx.delete(recusal).where(which);
  }
}

/** Matches the recusal of one person from one complaint. */
export const recusalFrom = (complaintId: string, accountId: string) =>
  and(eq(recusal.complaintId, complaintId), eq(recusal.accountId, accountId));

/** Lists an MDA's open or offered complaints without eligible staff. */
export async function listWithoutEligibleStaff(db: Database, mdaId: string) {
  const withRecusals = db
    .select({ id: recusal.complaintId })
    .from(recusal)
    .innerJoin(account, eq(account.id, recusal.accountId))
    .where(worksAt(mdaId));
  return db
    .select(pick(complaint, ['id', 'trackingId']))
    .from(complaint)
    .where(
      and(
        inArray(complaint.id, withRecusals),
        inArray(complaint.state, [...openStates]),
        or(eq(complaint.mdaId, mdaId), eq(complaint.offeredToMdaId, mdaId)),
        hasNobodyAt(mdaId),
      ),
    )
    .orderBy(asc(complaint.trackingId));
}
