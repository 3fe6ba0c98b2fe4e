import { type Colleague, type Leave, mdaRoles, type StaffRole } from '@baraza/contract';
import { dayIn } from '@baraza/contract/core/common';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import type { Today } from '../sla/today.ts';

/** The day that decides who is away, in the zone of the installation. */
export const dayOfLeave = ({ now, timeZone }: Today): string => dayIn(timeZone, now);

const canStandIn = (day: string) => sql`deputy.mda_id = account.mda_id and deputy.disabled_at is null
  and coalesce(deputy.away_until < ${day}::date, true)`;

/** Leave of `account` on a day, as one column; null while they are at work. */
export function leaveOn(today: Today): SQL<Leave | null> {
  const day = dayOfLeave(today);
  return sql<Leave | null>`case when account.away_until >= ${day}::date then json_build_object('until', account.away_until,
    'deputy', (select json_build_object('id', deputy.id, 'name', deputy.first_name || ' ' || deputy.last_name)
      from ${account} deputy where deputy.id = account.deputy_id and ${canStandIn(day)})) end`;
}

/** Builds the subquery of those for whom somebody of an MDA stands in. */
export function absentFor({ accountId, mdaId }: Pick<Caller, 'accountId' | 'mdaId'>, today: Today): SQL {
  const day = dayOfLeave(today);
  return sql`(select account.id from ${account} join ${account} deputy on deputy.id = account.deputy_id
    where account.deputy_id = ${accountId} and account.mda_id = ${mdaId} and account.away_until >= ${day}::date
      and ${canStandIn(day)})`;
}

/** The colleague who stands in for somebody today, as a value in a query; null while they are at work. */
export function deputyOf(accountId: SQL, today: Today): SQL {
  const day = dayOfLeave(today);
  return sql`(select deputy.id from ${account} join ${account} deputy on deputy.id = account.deputy_id
    where account.id = ${accountId} and account.away_until >= ${day}::date and ${canStandIn(day)})`;
}

/** Lists those for whom somebody of an MDA stands in today. */
export async function listAbsentFor(db: Database, caller: Caller, today: Today): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${absentFor(caller, today)} as absent`);
  return rows.map(({ id }) => id);
}

/** Finds the leave of a member of staff. */
export async function findLeave(db: Database, id: string, today: Today): Promise<Leave | null> {
  const [row] = await db
    .select({ leave: leaveOn(today) })
    .from(account)
    .where(eq(account.id, id));
  return row?.leave ?? null;
}

/** Lists the staff of an MDA who can be assigned complaints. */
export async function listColleagues(db: Database, mdaId: string, today: Today): Promise<Colleague[]> {
  const { id, firstName, lastName } = account;
  return db
    .select({
      id,
      name: sql<string>`${firstName} || ' ' || ${lastName}`,
      role: sql<StaffRole>`${account.role}`,
      leave: leaveOn(today),
    })
    .from(account)
    .where(and(eq(account.mdaId, mdaId), inArray(account.role, [...mdaRoles]), isNull(account.disabledAt)))
    .orderBy(asc(firstName), asc(lastName), asc(id));
}
