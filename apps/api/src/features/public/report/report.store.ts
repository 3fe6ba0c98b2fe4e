import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import { backlogDays, measuredMin, type Measures, type Report } from '@baraza/contract/mda/report';
import { ratesOfAnswers } from '@baraza/contract/numbers/rates';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { isNotRecused } from '../../../db/row-security/open-to.ts';
import { openNames } from '../../../db/schema/complaint-tables.ts';
import { isWithinDays } from '../../../db/within-days.ts';
import { complaint, survey } from '../../../db/schema/tables.ts';

/** Complaints of a report, by day (UTC) of submission, both included; without recused ones. */
export interface ReportSpan {
  readonly readerId: string;
  readonly mdaId: string | null;
  readonly from: string;
  readonly to: string;
}

type Line = Counts & {
  /** 1 where the line is not grouped by month, category, officer or unit. */
  readonly no_month: number;
  readonly no_category: number;
  readonly no_officer: number;
  readonly no_unit: number;
  readonly month: string | null;
  readonly category_id: string | null;
  readonly assignee_id: string | null;
  readonly unit_id: string | null;
};

type Backlog = NonNullable<Report['backlog']>;

/** Builds the condition for the complaints of a span; duplicates are left out. */
export function inSpan({ readerId, mdaId, from, to }: ReportSpan): SQL {
  const mda = mdaId === null ? sql`true` : sql`c.mda_id = ${mdaId}`;
  return sql`${mda} and ${isWithinDays(sql`c.submitted_at`, from, to)} and c.state <> 'merged'
    and ${isNotRecused({ recusedStaff: sql`c.recused_staff` }, readerId)}`;
}

/** Whether a complaint of the queries is open. */
export const isOpen = sql`c.state in (${openNames})`;

/** Number of standing resolutions of a complaint: the newest or none. */
const standing = sql`(c.resolved_at is not null)::int`;

/** Columns of each timer: when it was met, whether late, and when it is due. */
export const timers: Record<TimerKind, { at: SQL; late: SQL; due: SQL }> = {
  acknowledge: { at: sql`c.acknowledged_at`, late: sql`c.acknowledged_late`, due: sql`c.acknowledge_due_at` },
  reply: { at: sql`c.first_reply_at`, late: sql`c.first_reply_late`, due: sql`c.reply_due_at` },
  resolve: { at: sql`c.resolved_at`, late: sql`c.resolved_late`, due: sql`c.resolve_due_at` },
};

function timerCounts({ at, late, due }: (typeof timers)[TimerKind], now: Date): SQL {
  const isLate = sql`${late} is null and ${isOpen} and ${due} < ${now.toISOString()}`;
  return sql`json_build_object('n', count(${late}) + count(*) filter (where ${isLate}),
    'in_time', count(*) filter (where not ${late}), 'met', count(${at}),
    'days', round((percentile_cont(0.5) within group (order by extract(epoch from ${at} - c.submitted_at) / 86400))::numeric, 1))`;
}

/** Builds the query of a report, with all groups in one scan. */
export function reportQuery(span: ReportSpan, now: Date): SQL {
  const month = sql`to_char(c.submitted_at at time zone 'UTC', 'YYYY-MM')`;
  return sql`
    with c as (
      select c.*, ${month} as month, s.rating
      from ${complaint} c
      left join lateral (
        select rating from ${survey} s where s.complaint_id = c.id order by s.cycle desc limit 1
      ) s on true
      where ${inSpan(span)}
    )
    select grouping(c.month) as no_month, grouping(c.category_id) as no_category, grouping(c.assignee_id) as no_officer,
      grouping(c.unit_id) as no_unit, c.month, c.category_id, c.assignee_id, c.unit_id,
      count(*)::int as received,
      (count(*) filter (where ${isOpen}))::int as open,
      (count(*) filter (where ${isOpen} and c.state <> 'appeal' and c.due_at < ${now.toISOString()}))::int as late,
      (count(*) filter (where c.state = 'resolved'))::int as resolved,
      (count(*) filter (where c.confirmed_at is not null))::int as said_yes,
      (count(*) filter (where c.resolvers <> '{}' and c.state <> 'resolved'))::int as said_no,
      (count(*) filter (where c.state = 'rejected'))::int as rejected,
      (count(*) filter (where c.state = 'withdrawn'))::int as withdrawn,
      (count(*) filter (where cardinality(c.resolvers) > ${standing}))::int as reopened,
      (count(*) filter (where c.resolvers <> '{}'))::int as ever_resolved,
      count(c.rating)::int as answers,
      round(avg(c.rating), 1)::float8 as mean,
      ${timerCounts(timers.acknowledge, now)} as acknowledge,
      ${timerCounts(timers.reply, now)} as reply,
      ${timerCounts(timers.resolve, now)} as resolve
    from c
    group by grouping sets ((), (c.month), (c.category_id), (c.assignee_id), (c.unit_id))`;
}

/** Builds the query of each officer's resolved and re-opened complaints. */
export function resolversQuery(span: ReportSpan): SQL {
  const isUndone = sql`r.time <= cardinality(c.resolvers) - ${standing}`;
  return sql`select r.id, count(*)::int as resolutions, (count(*) filter (where ${isUndone}))::int as reopened
    from ${complaint} c, unnest(c.resolvers) with ordinality as r (id, time) where ${inSpan(span)} group by r.id`;
}

/** Counts all open complaints of an MDA by age, whenever they came in. */
export async function countBacklog(db: Database, readerId: string, mdaId: string, now: Date): Promise<Backlog> {
  const days = sql`extract(epoch from ${now.toISOString()}::timestamptz - c.submitted_at) / 86400`;
  const bounds = sql.raw(`array[${backlogDays.join()}]::numeric[]`);
  const { rows } = await db.execute<{ age: number; open: number }>(sql`
    select width_bucket(${days}, ${bounds}) as age, count(*)::int as open from ${complaint} c
    where c.mda_id = ${mdaId} and ${isOpen} and ${isNotRecused({ recusedStaff: sql`c.recused_staff` }, readerId)} group by 1`);
  const openAt = (age: number) => rows.find((row) => row.age === age)?.open ?? 0;
  return [...backlogDays, null].map((toDays, age) => ({ toDays, open: openAt(age) }));
}

/** Counts the complaints of a span in all groups of a report: by month, and by id of category, officer or unit. */
export async function countReport(db: Database, span: ReportSpan, now: Date) {
  const { rows } = await db.execute<Line & Record<string, unknown>>(reportQuery(span, now));
  const total = rows.filter((line) => line.no_month && line.no_category && line.no_officer && line.no_unit);
  const months = rows.filter((line) => !line.no_month);
  const categories = rows.filter((line) => !line.no_category);
  const officers = span.mdaId === null ? [] : await withResolvers(db, span, rows);
  return {
    total: toMeasures(total)[0]!,
    months: measuresBy(months, ({ month }) => month ?? ''),
    categories: measuresBy(categories, (line) => line.category_id ?? ''),
    officers: measuresBy(officers, (line) => line.assignee_id),
    units: measuresBy(
      rows.filter((line) => !line.no_unit),
      (line) => line.unit_id,
    ),
  };
}

function measuresBy<L extends Counts, K>(lines: readonly L[], keyOf: (line: L) => K): ReadonlyMap<K, Measures> {
  const measures = toMeasures(lines);
  return new Map(lines.map((line, index) => [keyOf(line), measures[index]!]));
}

/** Returns the lines by officer. A re-opening counts for the officer who had resolved, since it removes the assignee. */
async function withResolvers(db: Database, span: ReportSpan, rows: readonly Line[]) {
  const assigned = rows.filter((line) => !line.no_officer);
  const resolvers = await db.execute<{ id: string; resolutions: number; reopened: number }>(resolversQuery(span));
  const ids = new Set([...assigned.map((line) => line.assignee_id), ...resolvers.rows.map(({ id }) => id)]);
  return [...ids].map((id) => {
    const resolved = resolvers.rows.find((row) => row.id === id);
    const line = assigned.find(({ assignee_id }) => assignee_id === id) ?? { ...noCounts, assignee_id: id };
    return { ...line, reopened: resolved?.reopened ?? 0, resolutions: resolved?.resolutions ?? 0 };
  });
}

/** Counts of a timer: `n` and `in_time` make the percentage, `met` is the number behind the median. */
const ofTimer = { n: 0, in_time: 0, met: 0, days: null as number | null };
const noCounts = {
  received: 0,
  open: 0,
  late: 0,
  resolved: 0,
  said_yes: 0,
  said_no: 0,
  rejected: 0,
  withdrawn: 0,
  reopened: 0,
  ever_resolved: 0,
  answers: 0,
  mean: null as number | null,
  acknowledge: ofTimer,
  reply: ofTimer,
  resolve: ofTimer,
};

type Counts = Readonly<typeof noCounts> & {
  /** Resolutions by an officer, including those re-opened or reassigned later. */
  readonly resolutions?: number;
};

/** Computes the measures of the rows of one table; hides those of too few complaints, and those that would reveal them. */
function toMeasures(lines: readonly Counts[]): Measures[] {
  const shown = (countOf: (line: Counts) => number) => {
    const hidden = hiddenRows(lines.map(countOf));
    return <T>(index: number, value: T): T | null => (hidden.has(index) || countOf(lines[index]!) === 0 ? null : value);
  };
  const resolutionsOf = (line: Counts) => line.resolutions ?? line.ever_resolved;
  const reopens = shown(resolutionsOf);
  const confirms = shown((line) => line.said_yes + line.said_no);
  const answers = shown((line) => line.answers);
  const percents = perTimer((kind) => shown((line) => line[kind].n));
  const medians = perTimer((kind) => shown((line) => line[kind].met));
  return lines.map((line, index) => ({
    ...pick(line, ['received', 'open', 'late', 'resolved', 'rejected', 'withdrawn', 'reopened']),
    confirmed: confirms(index, ratesOfAnswers(line.ever_resolved, { yes: line.said_yes, no: line.said_no })),
    reopenRate: reopens(index, percentOf(line.reopened, resolutionsOf(line))),
    satisfaction: { mean: answers(index, line.mean), answers: answers(index, line.answers) },
    kept: perTimer((kind) => ({
      onTime: percents[kind](index, percentOf(line[kind].in_time, line[kind].n)),
      days: medians[kind](index, line[kind].days),
    })),
  }));
}

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100);

export function perTimer<T>(make: (kind: TimerKind) => T): Record<TimerKind, T> {
  return { acknowledge: make('acknowledge'), reply: make('reply'), resolve: make('resolve') };
}

/** Finds the rows whose measure is hidden: those of too few complaints, and one more where the total would reveal them. */
export function hiddenRows(counts: readonly number[]): ReadonlySet<number> {
  const rows = counts.map((count, index) => ({ count, index })).filter(({ count }) => count > 0);
  const hidden = rows.filter(({ count }) => count < measuredMin);
  const rest = hidden.reduce((sum, { count }) => sum + count, 0);
  const isExposed = rest > 0 && rest < measuredMin;
  const [next] = rows.filter(({ count }) => count >= measuredMin).toSorted((a, b) => a.count - b.count);
  return new Set((isExposed && next ? [...hidden, next] : hidden).map(({ index }) => index));
}
