import { type MdaStaff, openStates, mdaRoles, type StaffRole } from '@baraza/contract';
import { and, asc, count, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isNotRecused } from '../../db/row-security/not-recused.ts';
import { account, complaint } from '../../db/schema/tables.ts';
import { leaveOn } from '../account/leave.store.ts';
import type { Today } from '../sla/today.ts';
import type { Caller } from '../../auth/session/caller.ts';

/** Lists the staff of an MDA with their open complaints. Former staff are listed while they have some. */
export async function listMdaStaff(
  db: Database,
  reader: Pick<Caller, 'accountId'>,
  mdaId: string,
  today: Today,
): Promise<{ staff: MdaStaff[]; unassigned: number }> {
  const overdue = sql<number>`(count(*) filter (where ${complaint.state} <> 'appeal' and ${complaint.dueAt} < ${today.now.toISOString()}))::int`;
  const loads = await db
    .select({ assigneeId: complaint.assigneeId, open: count(), overdue })
    .from(complaint)
    .where(
      and(
        eq(complaint.mdaId, mdaId),
        inArray(complaint.state, [...openStates]),
        isNotRecused(complaint, reader.accountId),
      ),
    )
    .groupBy(complaint.assigneeId);
  const holders = loads.flatMap((load) => load.assigneeId ?? []);
  const people = await db
    .select({ ...getTableColumns(account), leave: leaveOn(today) })
    .from(account)
    .where(or(and(eq(account.mdaId, mdaId), inArray(account.role, [...mdaRoles])), inArray(account.id, holders)))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
  const loadOf = (id: string | null) => loads.find((load) => load.assigneeId === id);
  return {
    staff: people.map(({ id, firstName, lastName, role, mdaId: office, disabledAt, leave }) => ({
      id,
      name: `${firstName} ${lastName}`,
      role: role as StaffRole,
      disabled: disabledAt !== null,
      left: office !== mdaId,
      leave,
      openComplaints: loadOf(id)?.open ?? 0,
      overdueComplaints: loadOf(id)?.overdue ?? 0,
    })),
    unassigned: loadOf(null)?.open ?? 0,
  };
}
