import type { Recusal } from '@baraza/contract';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import { account, complaint, recusal } from '../../../db/schema/tables.ts';
import { worker, worksAt } from '../../reference/staff.store.ts';

/** Selects whether all staff of the complaint's MDA are recused; false for callers other than oversight. */
export function hasNoEligibleStaff(role: Caller['role'] | undefined): SQL<boolean> {
  return role === 'oversight' ? hasNobodyAt(complaint.mdaId) : sql<boolean>`false`;
}

export const hasNobodyAt = (mdaId: string | SQLWrapper) =>
  sql<boolean>`not exists (select from ${account} s where ${worksAt(mdaId, worker)}
    and s.id <> all(${complaint.recusedStaff}))`;

/** Selects the recusals of the complaint with the names of the staff. */
export function recusalsOf(complaintId: SQLWrapper) {
  const name = (table: string) => sql.raw(`full_name(${table}.first_name, ${table}.last_name)`);
  return sql`(select coalesce(json_agg(json_build_object('id', k.id, 'name', ${name('k')}, 'since', r.since, 'why', r.why,
      'decidedBy', ${name('d')}, 'reason', r.reason) order by k.first_name, k.last_name, k.id), '[]')
    from ${recusal} r join ${account} k on k.id = r.account_id left join ${account} d on d.id = r.decided_by
    where r.complaint_id = ${complaintId})`.mapWith((rows: Recusal[]) =>
    rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() })),
  );
}

/** Selects whether no supervisor may decide on a proposed rejection; false for callers other than oversight. */
export function hasNoApprover(role: Caller['role'] | undefined): SQL<boolean> {
  return role === 'oversight' ? sql<boolean>`not exists (${approvers})` : sql<boolean>`false`;
}

const approvers = sql`select from ${account} s where ${worksAt(complaint.mdaId, worker)} and s.role = 'supervisor'
  and s.id <> all(${complaint.recusedStaff}) and s.id is distinct from ${complaint.rejectionProposedBy}`;
