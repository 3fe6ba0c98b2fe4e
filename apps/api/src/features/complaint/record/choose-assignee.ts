import type { Rule } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isWithinWalls } from '../../../db/row-security/open-to.ts';
import { account, queueCount, unitMember } from '../../../db/schema/tables.ts';
import type { Today } from '../../reference/today.ts';
import type { LockedComplaint } from './lock-complaint.store.ts';

interface Wanted extends Partial<Pick<Rule, 'sharing'>> {
  /** In place of the members of the unit. */
  readonly among?: readonly string[] | undefined;
  /** Place of the complaint among those that are shared out in turn. */
  readonly turn?: number | undefined;
  readonly unit: string | null;
}

const isAtWork = (day: string) => sql`(a.role in ('officer', 'supervisor') and a.disabled_at is null
  and coalesce(a.away_until < ${day}::date, true))`;

/** Chooses who gets a complaint: somebody at work, not recused, and within walls. Undefined: nobody can. */
export async function chooseAssignee(
  db: Database,
  { mdaId, recusedStaff }: LockedComplaint,
  { among, turn = 0, unit, sharing }: Wanted,
  today: Today,
): Promise<string | undefined> {
  const walls = isWithinWalls({ role: sql`a.role`, walls: sql`a.walls` }, sql`${unit}::uuid`);
  const can = sql`a.mda_id = ${mdaId} and ${isAtWork(today.day)} and a.id <> all(${sql.param(recusedStaff)}::uuid[]) and ${walls}`;
  const load = sql`(select coalesce(sum(q.count), 0) from ${queueCount} q
    where q.mda_id = ${mdaId} and q.kind = 'assigned' and q.account_id = a.id)`;
  const isByLoad = sharing === 'least-loaded';
  if (among) {
    const { rows } = await db.execute<{ id: string }>(sql`select a.id from ${account} a
      where a.id = any(${sql.param(among)}::uuid[]) and ${can} order by ${isByLoad ? sql`${load}, a.id` : sql`a.id`}`);
    return rows[isByLoad ? 0 : turn % rows.length]?.id;
  }
  const waiting = sql`m.given_at nulls first, a.id`;
  const order = isByLoad ? sql`${load}, ${waiting}` : waiting;
  const take = async (locking: SQL) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      update ${unitMember} set given_at = clock_timestamp() from (
        select m.account_id from ${unitMember} m join ${account} a on a.id = m.account_id
        where m.unit_id = ${unit}::uuid and ${can} order by ${order} limit 1 for update of m ${locking}
      ) as chosen where unit_member.unit_id = ${unit}::uuid and unit_member.account_id = chosen.account_id
      returning unit_member.account_id as id`);
    return rows[0]?.id;
  };
  // Whoever is given another one at this moment is passed over, unless there is nobody else.
  return (await take(sql`skip locked`)) ?? take(sql``);
}
