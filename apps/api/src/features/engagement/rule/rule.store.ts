import { type Rule, type RuleList, states } from '@baraza/contract';
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { account, complaint, mda, ruleList } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { conditionsOf } from '../../complaint/read/filter.ts';
import { forSystem, visibleTo, within } from '../../complaint/record/visibility.ts';
import { findFilterNames, goneFields, namesIn } from '../../reference/filter-names.store.ts';
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
  const known = await findFilterNames(
    db,
    mdaId,
    wanted.filter((name) => name !== undefined),
    today,
  );
  const { present, away } = known;
  const isGone = (id: string | undefined) => id !== undefined && !present.has(id);
  const cannotWork = (id: string | undefined) => isGone(id) || away.has(id ?? '');
  return ({ person, unit: to, notify, filter }: Rule): ('person' | 'unit' | 'filter')[] => [
    ...(cannotWork(person) || cannotWork(notify) ? ['person' as const] : []),
    ...(isGone(to) ? ['unit' as const] : []),
    ...(goneFields(filter, known).length > 0 ? ['filter' as const] : []),
  ];
}

/** Finds the first of these rules that a complaint meets, in one statement. */
export async function findFirst(db: Database, complaintId: string, rules: readonly Rule[]): Promise<number | null> {
  const cases = rules.map((rule, index) => sql`when ${conditionOf(rule)} then ${index}::int`);
  const [row] = await db
    .select({ first: sql<number | null>`case ${sql.join(cases, sql` `)} end` })
    .from(complaint)
    .where(within(forSystem, eq(complaint.id, complaintId)));
  return row?.first ?? null;
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
