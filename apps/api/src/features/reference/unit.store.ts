import type { Named, Unit } from '@baraza/contract';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { mailGuardians } from '../../auth/mails.ts';
import { endStreams } from '../../auth/session/session.store.ts';
import type { Database } from '../../db/database.ts';
import { isWithinWalls } from '../../db/row-security/open-to.ts';
import { account, unit, unitMember } from '../../db/schema/tables.ts';
import { updateVersioned } from '../../db/update-versioned.ts';
import { seesMore } from '../../domain/access-weight.ts';
import type { Services } from '../../services.ts';
import { fullName, worker, worksAt } from './staff.store.ts';

/** Lists the units of an MDA by name; or the one with this id. */
export function listUnits(db: Database, mdaId: string, id?: string): Promise<Unit[]> {
  const { id: unitId, name, walled, active, version } = unit;
  const members = sql<Named[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'name', ${fullName(worker)})
      order by s.first_name, s.last_name, s.id), '[]')
    from ${account} s join ${unitMember} m on m.account_id = s.id where m.unit_id = unit.id and ${worksAt(sql`unit.mda_id`, worker)})`;
  return db
    .select({ id: unitId, name, walled, active, members, version })
    .from(unit)
    .where(and(eq(unit.mdaId, mdaId), id === undefined ? undefined : eq(unit.id, id)))
    .orderBy(asc(name));
}

/** Whether an MDA has an active unit. */
export async function isUnitOf(db: Database, id: string, mdaId: string): Promise<boolean> {
  return (await db.$count(unit, and(eq(unit.id, id), eq(unit.mdaId, mdaId), eq(unit.active, true)))) > 0;
}

/** Whether a wall keeps somebody from the complaints of a unit. */
export async function isWalledOff(db: Database, accountId: string, unitId: string | null): Promise<boolean> {
  return (
    (await db.$count(
      account,
      and(eq(account.id, accountId), sql`not ${isWithinWalls(account, sql`${unitId}::uuid`)}`),
    )) > 0
  );
}

type UnitChange = Partial<Pick<typeof unit.$inferSelect, 'name' | 'walled' | 'active'>> & {
  readonly members?: readonly string[] | undefined;
};

/** Changes a unit and its members; returns whether an officer sees more by it. Lock the MDA before. */
export async function changeUnit(db: Database, mdaId: string, id: string, { members, ...change }: UnitChange) {
  await updateVersioned(db, unit, id, change);
  if (members) {
    await db.delete(unitMember).where(and(eq(unitMember.unitId, id), notInArray(unitMember.accountId, [...members])));
    const staff = await db
      .select({ id: account.id })
      .from(account)
      .where(and(worksAt(mdaId), inArray(account.id, [...members])));
    const rows = staff.map((person) => ({ unitId: id, accountId: person.id }));
    if (rows.length > 0) await db.insert(unitMember).values(rows).onConflictDoNothing();
  }
  return setWalls(db, mdaId);
}

/** Computes the walls of the staff of an MDA; returns whether an officer sees more than before. */
async function setWalls(db: Database, mdaId: string): Promise<boolean> {
  const { rows } = await db.execute<{ id: string; role: string; before: string[] | null; after: string[] | null }>(sql`
    with reach as (
      select a.id, a.walls as before, (
        select case when bool_or(u.walled) then array_agg(u.id order by u.id) end
        from ${unitMember} m join ${unit} u on u.id = m.unit_id where m.account_id = a.id and u.mda_id = a.mda_id and u.active
      ) as after from ${account} a where a.mda_id = ${mdaId}
    )
    update ${account} set walls = reach.after from reach where account.id = reach.id and account.walls is distinct from reach.after
    returning account.id, account.role, reach.before, reach.after`);
  const officers = rows.filter(({ role }) => role === 'officer');
  await endStreams(
    db,
    officers.map(({ id }) => id),
  );
  return officers.some(({ before, after }) => seesMore(before, after));
}

/** Takes somebody out of all units; tells those who watch of a walled unit that has nobody left. */
export async function leaveUnits(db: Database, services: Services, accountId: string, mdaId: string): Promise<void> {
  const left = await db
    .delete(unitMember)
    .where(eq(unitMember.accountId, accountId))
    .returning({ id: unitMember.unitId });
  await db.update(account).set({ walls: null }).where(eq(account.id, accountId));
  for (const { id } of left) {
    const [row] = await listUnits(db, mdaId, id);
    if (!row?.walled || !row.active || row.members.length > 0) continue;
    const lines = [
      `nobody is left in the unit "${row.name}", whose complaints other officers do not see. Supervisors see them.`,
    ];
    await mailGuardians(db, services, { subject: 'A walled unit has nobody left', lines }, mdaId);
  }
}
