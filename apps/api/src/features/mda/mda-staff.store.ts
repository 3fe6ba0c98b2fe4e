import type { MdaStaff } from '@baraza/contract';
import { openStates } from '@baraza/contract/lifecycle';
import type { StaffRole } from '@baraza/contract/role';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, complaint } from '../../db/tables.ts';

/** The officers and supervisors of an MDA, with what lies open on their desks; and how much lies on nobody's. */
export async function listMdaStaff(
  db: Database,
  mdaId: string,
  now: Date,
): Promise<{ staff: MdaStaff[]; unassigned: number }> {
  const people = await db
    .select()
    .from(account)
    .where(and(eq(account.mdaId, mdaId), inArray(account.role, ['officer', 'supervisor'])))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
  const overdue = sql<number>`(count(*) filter (where ${complaint.dueAt} < ${now.toISOString()}))::int`;
  const loads = await db
    .select({ assigneeId: complaint.assigneeId, open: count(), overdue })
    .from(complaint)
    .where(and(eq(complaint.mdaId, mdaId), inArray(complaint.state, [...openStates])))
    .groupBy(complaint.assigneeId);
  const loadOf = (id: string | null) => loads.find((it) => it.assigneeId === id);
  return {
    staff: people.map(({ id, firstName, lastName, role, disabledAt }) => ({
      id,
      name: `${firstName} ${lastName}`,
      role: role as StaffRole,
      disabled: disabledAt !== null,
      openComplaints: loadOf(id)?.open ?? 0,
      overdueComplaints: loadOf(id)?.overdue ?? 0,
    })),
    unassigned: loadOf(null)?.open ?? 0,
  };
}
