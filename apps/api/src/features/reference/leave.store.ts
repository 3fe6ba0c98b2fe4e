import * as contract from '@baraza/contract';
import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import { wallsOf } from '../../db/row-security/open-to.ts';
import { fullName } from './staff.store.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Today } from './today.ts';

const canStandIn = (day: string) => sql`deputy.mda_id = account.mda_id and deputy.disabled_at is null
  and coalesce(deputy.away_until < ${day}::date, true)`;

/** Selects the leave of `account` on a day; null while they are at work. */
export function leaveOn({ day }: Pick<Today, 'day'>): SQL<contract.Leave | null> {
  return sql<contract.Leave | null>`case when account.away_until >= ${day}::date then json_build_object('until', account.away_until,
    'deputy', (select json_build_object('id', deputy.id, 'name', full_name(deputy.first_name, deputy.last_name))
      from ${account} deputy where deputy.id = account.deputy_id and ${canStandIn(day)})) end`;
}

/** Builds the subquery of absent colleagues for whom the caller stands in: supervisors too, where the deputy is away. */
export function absentFor({ accountId, mdaId, role }: Actor, { day }: Today): SQL {
  return sql`(select account.id from ${account}
    left join ${account} deputy on deputy.id = account.deputy_id and ${canStandIn(day)}
    where account.deputy_id is not null and account.id <> ${accountId} and account.mda_id = ${mdaId}
      and account.away_until >= ${day}::date
      and (deputy.id = ${accountId} or deputy.id is null and ${role === 'supervisor'}))`;
}

/** Lists the absent colleagues whose deputy somebody is. */
export function listStoodInFor(db: Database, deputyId: string, { day }: Pick<Today, 'day'>): Promise<contract.Named[]> {
  return db
    .select({ id: account.id, name: fullName(account) })
    .from(account)
    .where(and(eq(account.deputyId, deputyId), gte(account.awayUntil, day)))
    .orderBy(asc(account.id));
}

/** Selects the deputy of an account today; null while its owner is at work. */
export function deputyOf(accountId: SQL, { day }: Today): SQL {
  return sql`(select deputy.id from ${account} join ${account} deputy on deputy.id = account.deputy_id
    where account.id = ${accountId} and account.away_until >= ${day}::date and ${canStandIn(day)})`;
}

/** Lists the absent colleagues for whom the caller stands in today. */
export async function listAbsentFor(db: Database, caller: Actor, today: Today): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${absentFor(caller, today)} as absent`);
  return rows.map(({ id }) => id);
}

/** Selects the leave of a member of staff on a day; null while they are at work. */
export function leaveOf(id: SQL, today: Pick<Today, 'day'>): SQL<contract.Leave | null> {
  return sql`(select ${leaveOn(today)} from ${account} where account.id = ${id})`;
}

/** Finds the leave of a member of staff. */
export async function findLeave(db: Database, id: string, today: Today): Promise<contract.Leave | null> {
  const [row] = await db
    .select({ leave: leaveOn(today) })
    .from(account)
    .where(eq(account.id, id));
  return row?.leave ?? null;
}

/** Lists the staff of an MDA who can be assigned complaints. */
export async function listColleagues(db: Database, mdaId: string, today: Today): Promise<contract.Colleague[]> {
  const { id, firstName, lastName } = account;
  return db
    .select({
      id,
      name: fullName(account),
      role: sql<contract.StaffRole>`${account.role}`,
      leave: leaveOn(today),
      walls: wallsOf(account),
    })
    .from(account)
    .where(and(eq(account.mdaId, mdaId), inArray(account.role, [...contract.mdaRoles]), isNull(account.disabledAt)))
    .orderBy(asc(firstName), asc(lastName), asc(id));
}
