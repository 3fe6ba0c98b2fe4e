import { type Rule, type RuleList, states } from '@baraza/contract';
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isWithinWalls } from '../../../db/row-security/open-to.ts';
import { account, complaint, mda, queueCount, ruleList, unitMember } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { conditionsOf } from '../../complaint/read/filter.ts';
import type { LockedComplaint } from '../../complaint/record/lock-complaint.store.ts';
import { forSystem, visibleTo, within } from '../../complaint/record/visibility.ts';
import { findNameable, goneFields, namesIn } from '../../reference/nameable.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import type { Today } from '../../reference/today.ts';

/** No field of a rule's filter depends on who asks. */
const anybody = { caller: { accountId: '', role: 'supervisor', mdaId: null }, mine: [], day: '' } as const;
const conditionOf = ({ filter }: Rule) =>
  and(...conditionsOf({ state: states.join(','), ...filter }, anybody)) ?? sql`true`;

/** Versions never change: a process reads each once. */
const kept = new Map<string, readonly Rule[]>();
const mostKept = 500;

/** Reads the rules of a version, or of the newest one. */
export async function readRules(db: Database, mdaId: string, wanted?: number) {
  const version = wanted ?? (await newestVersion(db, mdaId));
  const key = `${mdaId} ${version}`;
  const known = kept.get(key);
  if (known) return { version, rules: known };
  const [row] = await db.select({ rules: ruleList.rules }).from(ruleList).where(isVersion(mdaId, version));
  if (kept.size >= mostKept) kept.clear();
  if (row) kept.set(key, row.rules);
  return { version, rules: row?.rules ?? [] };
}

const isVersion = (mdaId: string, version: number) => and(eq(ruleList.mdaId, mdaId), eq(ruleList.version, version));

async function newestVersion(db: Database, mdaId: string): Promise<number> {
  const [row] = await db.select({ version: mda.rulesVersion }).from(mda).where(eq(mda.id, mdaId));
  return row?.version ?? 0;
}

/** Lists rules with what of them is gone, and the newest versions. */
export async function listRules(db: Database, mdaId: string, today: Today, version?: number): Promise<RuleList> {
  const { rules } = await readRules(db, mdaId, version);
  const versions = await db
    .select({ version: ruleList.version, by: { id: account.id, name: fullName(account) }, at: ruleList.changedAt })
    .from(ruleList)
    .innerJoin(account, eq(account.id, ruleList.changedBy))
    .where(eq(ruleList.mdaId, mdaId))
    .orderBy(desc(ruleList.version))
    .limit(20);
  const goneOf = await findGone(db, mdaId, rules, today);
  return {
    rules: rules.map((rule) => ({ ...rule, gone: goneOf(rule) })),
    version: await newestVersion(db, mdaId),
    versions: versions.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** Saves rules as a new version. Lock the MDA before. */
export async function insertRules(db: Database, row: Omit<typeof ruleList.$inferInsert, 'reported'>): Promise<void> {
  await db.insert(ruleList).values(row);
  await db.update(mda).set({ rulesVersion: row.version }).where(eq(mda.id, row.mdaId));
}

/** Marks a skipped rule as reported to its supervisors; false where it was. */
export async function markReported(db: Database, mdaId: string, version: number, id: string): Promise<boolean> {
  const marked = await db
    .update(ruleList)
    .set({ reported: sql`array_append(${ruleList.reported}, ${id}::uuid)` })
    .where(and(isVersion(mdaId, version), sql`${id}::uuid <> all(${ruleList.reported})`))
    .returning({ version: ruleList.version });
  return marked.length > 0;
}

/** Reads whom and what rules can name; returns which parts of a rule are not among them. */
export async function findGone(db: Database, mdaId: string, rules: readonly Rule[], today: Today) {
  const wanted = rules.flatMap(({ person, unit: to, notify, filter }) => [person, to, notify, ...namesIn(filter)]);
  const nameable = await findNameable(
    db,
    mdaId,
    wanted.filter((name) => name !== undefined),
    today,
  );
  const { present, away } = nameable;
  const isGone = (id: string | undefined) => id !== undefined && !present.has(id);
  const cannotWork = (id: string | undefined) => isGone(id) || away.has(id ?? '');
  return ({ person, unit: to, notify, filter }: Rule): ('person' | 'unit' | 'filter')[] => [
    ...(cannotWork(person) || cannotWork(notify) ? ['person' as const] : []),
    ...(isGone(to) ? ['unit' as const] : []),
    ...(goneFields(filter, nameable).length > 0 ? ['filter' as const] : []),
  ];
}

const isAtWork = (day: string) => sql`(a.role in ('officer', 'supervisor') and a.disabled_at is null
  and coalesce(a.away_until < ${day}::date, true))`;

/** Finds the first of these rules that a complaint meets, in one statement. */
export async function findFirst(db: Database, complaintId: string, rules: readonly Rule[]): Promise<number | null> {
  const cases = rules.map((rule, index) => sql`when ${conditionOf(rule)} then ${index}::int`);
  const [row] = await db
    .select({ first: sql<number | null>`case ${sql.join(cases, sql` `)} end` })
    .from(complaint)
    .where(within(forSystem, eq(complaint.id, complaintId)));
  return row?.first ?? null;
}

/** Chooses who gets a complaint: somebody at work, not recused, and within walls. Undefined: nobody can. */
export async function chooseAssignee(
  db: Database,
  { mdaId, recusedStaff }: LockedComplaint,
  { person, unit: unitId = null, sharing }: { [K in 'person' | 'unit' | 'sharing']: Rule[K] | null },
  today: Today,
): Promise<string | undefined> {
  const walls = isWithinWalls({ role: sql`a.role`, walls: sql`a.walls` }, sql`${unitId}::uuid`);
  const can = sql`a.mda_id = ${mdaId} and ${isAtWork(today.day)} and a.id <> all(${sql.param(recusedStaff)}::uuid[]) and ${walls}`;
  if (person) {
    const named = sql`select a.id from ${account} a where a.id = ${person} and ${can}`;
    return (await db.execute<{ id: string }>(named)).rows[0]?.id;
  }
  const load = sql`(select coalesce(sum(q.count), 0) from ${queueCount} q
    where q.mda_id = ${mdaId} and q.kind = 'assigned' and q.account_id = a.id)`;
  const waiting = sql`m.given_at nulls first, a.id`;
  const order = sharing === 'least-loaded' ? sql`${load}, ${waiting}` : waiting;
  const take = async (locking: SQL) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      update ${unitMember} set given_at = clock_timestamp() from (
        select m.account_id from ${unitMember} m join ${account} a on a.id = m.account_id
        where m.unit_id = ${unitId}::uuid and ${can} order by ${order} limit 1 for update of m ${locking}
      ) as chosen where unit_member.unit_id = ${unitId}::uuid and unit_member.account_id = chosen.account_id
      returning unit_member.account_id as id`);
    return rows[0]?.id;
  };
  // Whoever is given another one at this moment is passed over, unless there is nobody else.
  return (await take(sql`skip locked`)) ?? take(sql``);
}

/** Counts complaints since a day that each rule meets, and those now with others. */
export async function tryRules(db: Database, caller: Actor, rules: readonly Rule[], since: Date) {
  const counts = rules.map((rule) => {
    const isElsewhere = sql`(${rule.person ? sql`${complaint.assigneeId} is distinct from ${rule.person}::uuid` : sql`false`}
      or ${rule.unit ? sql`${complaint.unitId} is distinct from ${rule.unit}::uuid` : sql`false`})`;
    const count = (condition: SQL) => sql`count(*) filter (where ${condition})`;
    const met = conditionOf(rule);
    return sql`json_build_array(${count(met)}, ${count(sql`${met} and ${isElsewhere}`)})`;
  });
  const all = sql<[number, number][]>`json_build_array(${sql.join(counts, sql`, `)})`;
  const [row] = await db
    .select({ total: sql<number>`count(*)::int`, counts: all })
    .from(complaint)
    .where(within(visibleTo(caller), gte(complaint.submittedAt, since)));
  const found = rules.map(({ id }, at) => ({
    id,
    met: row?.counts[at]?.[0] ?? 0,
    elsewhere: row?.counts[at]?.[1] ?? 0,
  }));
  return { total: row?.total ?? 0, rules: found };
}
