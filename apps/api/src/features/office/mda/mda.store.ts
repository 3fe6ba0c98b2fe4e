import * as contract from '@baraza/contract';
import { confirmedRates } from '@baraza/contract/numbers/rates';
import { and, asc, count, eq, getTableColumns, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { keepPrepared, param } from '../../../db/prepared.ts';
import { isNotRecused } from '../../../db/row-security/open-to.ts';
import { open } from '../../../db/schema/complaint-tables.ts';
import { account, complaint, mda, mdaMonthlyStats } from '../../../db/schema/tables.ts';
import { shownName } from '../../../domain/person-name.ts';
import { leaveOn } from '../../reference/leave.store.ts';
import { readMonth } from '../../public/numbers/numbers.store.ts';
import type { Today } from '../../reference/today.ts';
import { type AddressOf, toLogo } from '../../reference/mda.store.ts';

/** Lists the volumes of all MDAs by name, and their newest public numbers. */
export async function listMdaStats(db: Database, addressOf: AddressOf): Promise<contract.MdaStat[]> {
  const rows = await db
    .select({ ...pick(mda, ['id', 'name', 'logoId', 'jurisdictionAllowed']), ...volumes })
    .from(mda)
    .leftJoin(mdaMonthlyStats, eq(mdaMonthlyStats.mdaId, mda.id))
    .where(eq(mda.active, true))
    .groupBy(mda.id)
    .orderBy(asc(mda.name));
  const numbers = await readMonth(db);
  // Only published numbers: a live figure would reveal the answers of single people.
  const confirmedOf = (name: string) => {
    const rates = confirmedRates(numbers?.agencies.find((agency) => agency.name === name));
    return rates && numbers ? { month: numbers.month, ...rates } : null;
  };
  return rows.map((row) => ({
    mdas_id: row.id,
    mdas_name: row.name,
    mdas_logoUrl: toLogo(row, addressOf),
    mdas_isJurisdictionAllowed: Number(row.jurisdictionAllowed),
    totalComplaints: row.total,
    resolvedComplaints: row.resolved,
    confirmed: confirmedOf(row.name),
  }));
}

/** Reads a year's volumes by month of submission; undefined without such an MDA. */
export async function summarizeMda(db: Database, mdaId: string, year: number) {
  const rows = await volumesStatement(db).execute({ mdaId, first: `${year}-01-01`, end: `${year + 1}-01-01` });
  const [row] = rows;
  if (!row) return undefined;
  const counted = new Map(rows.map((volume) => [volume.month, volume]));
  const total = rows.reduce((sum, volume) => sum + volume.total, 0);
  const resolved = rows.reduce((sum, volume) => sum + volume.resolved, 0);
  return {
    mda: row.mda,
    year,
    totalReports: total,
    resolvedReports: resolved,
    unResolvedReports: total - resolved,
    monthlyComplaints: Array.from({ length: 12 }, (_, index) => ({
      month: index + 1,
      totalComplaints: counted.get(index + 1)?.total ?? 0,
      resolvedComplaints: counted.get(index + 1)?.resolved ?? 0,
    })),
  };
}

/** Selects a row for each month; an MDA without complaints in the year has one row without a month. */
const volumesStatement = keepPrepared('volumes', (db) => {
  const { month } = mdaMonthlyStats;
  const inYear = and(eq(mdaMonthlyStats.mdaId, mda.id), gte(month, param('first')), lt(month, param('end')));
  return db
    .select({ mda: { id: mda.id, name: mda.name }, month: sql<number>`extract(month from ${month})::int`, ...volumes })
    .from(mda)
    .leftJoin(mdaMonthlyStats, inYear)
    .where(and(eq(mda.id, param('mdaId')), eq(mda.active, true)))
    .groupBy(mda.id, month);
});

const volumes = {
  total: sql<number>`coalesce(sum(${mdaMonthlyStats.total}), 0)::int`,
  resolved: sql<number>`coalesce(sum(${mdaMonthlyStats.resolved}), 0)::int`,
};

/** Lists the staff of an MDA with their open complaints. Former staff are listed while they have some. */
export async function listMdaStaff(db: Database, reader: Pick<Caller, 'accountId'>, mdaId: string, today: Today) {
  const overdue = sql<number>`(count(*) filter (where ${complaint.state} <> 'appeal' and ${complaint.dueAt} < ${today.now.toISOString()}))::int`;
  const loads = await db
    .select({ assigneeId: complaint.assigneeId, open: count(), overdue })
    .from(complaint)
    .where(and(eq(complaint.mdaId, mdaId), open, isNotRecused(complaint, reader.accountId)))
    .groupBy(complaint.assigneeId);
  const holders = loads.flatMap((load) => load.assigneeId ?? []);
  const isStaff = and(eq(account.mdaId, mdaId), inArray(account.role, [...contract.mdaRoles]));
  const people = await db
    .select({ ...getTableColumns(account), leave: leaveOn(today) })
    .from(account)
    .where(or(isStaff, inArray(account.id, holders)))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
  const loadOf = (id: string | null) => loads.find((load) => load.assigneeId === id);
  return {
    staff: people.map(({ id, firstName, lastName, role, mdaId: office, disabledAt, leave }) => ({
      id,
      name: shownName({ firstName, lastName }),
      role: role as contract.StaffRole,
      disabled: disabledAt !== null,
      left: office !== mdaId,
      leave,
      openComplaints: loadOf(id)?.open ?? 0,
      overdueComplaints: loadOf(id)?.overdue ?? 0,
    })),
    unassigned: loadOf(null)?.open ?? 0,
  };
}
