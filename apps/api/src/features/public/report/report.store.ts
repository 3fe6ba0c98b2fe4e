import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import { backlogDays, measuredMin, type Measures, type OfficerRecord, type Report } from '@baraza/contract/mda/report';
import { ratesOfAnswers } from '@baraza/contract/numbers/rates';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { isNotRecused } from '../../../db/row-security/open-to.ts';
import { openNames } from '../../../db/schema/complaint-tables.ts';
import { isWithinDays } from '../../../db/within-days.ts';
import { account, area, complaint, officerRecord, survey } from '../../../db/schema/tables.ts';

/** Complaints of a report, by day (UTC) of submission, both included; without recused ones. */
export interface ReportSpan {
  readonly readerId: string;
  readonly mdaId: string | null;
  readonly from: string;
  readonly to: string;
}

/** Groups of complaints in a report, beside all of them together. */
const groups = ['month', 'category_id', 'unit_id', 'root', 'source'] as const;
type Group = (typeof groups)[number];

type Line = Counts & {
  /** Null: the line of all. */
  readonly by: Group | null;
  readonly key: string | null;
};

type Backlog = NonNullable<Report['backlog']>;

/** Builds the condition for the complaints of a span; duplicates are left out. */
export function inSpan({ readerId, mdaId, from, to }: ReportSpan): SQL {
  const mda = mdaId === null ? sql`true` : sql`c.mda_id = ${mdaId}`;
  return sql`${mda} and ${isWithinDays(sql`c.submitted_at`, from, to)} and ${isCounted(readerId)}`;
}

export const isCounted = (readerId: string) =>
  sql`c.state <> 'merged' and ${isNotRecused({ recusedStaff: sql`c.recused_staff` }, readerId)}`;

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
export function reportQuery(span: ReportSpan, now: Date, by: readonly Group[] = groups): SQL {
  const month = sql`to_char(c.submitted_at at time zone 'UTC', 'YYYY-MM')`;
  const named = by.map((group) => sql`when grouping(c.${sql.raw(group)}) = 0 then ${group}`);
  const keys = by.map((group) => sql`when grouping(c.${sql.raw(group)}) = 0 then c.${sql.raw(group)}::text`);
  const ofGroup = (cases: SQL[]) => (by.length > 0 ? sql`case ${sql.join(cases, sql` `)} end` : sql`null`);
  return sql`
    with recursive root (code, root) as (
      select code, code from ${area} where parent is null
      union all select a.code, root.root from ${area} a join root on a.parent = root.code
    ), c as (
      select c.category_id, c.unit_id, c.source, c.state, c.due_at, c.resolvers, c.confirmed_at, c.submitted_at,
        c.acknowledged_at, c.acknowledged_late, c.acknowledge_due_at, c.first_reply_at, c.first_reply_late, c.reply_due_at,
        c.resolved_at, c.resolved_late, c.resolve_due_at, ${month} as month, root.root, s.rating
      from ${complaint} c
      left join root on root.code = c.area_code
      left join lateral (
        select rating from ${survey} s where s.complaint_id = c.id order by s.cycle desc limit 1
      ) s on true
      where ${inSpan(span)}
    )
    select ${ofGroup(named)} as by, ${ofGroup(keys)} as key,
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
    group by grouping sets (${sql.raw(['()', ...by.map((group) => `(c.${group})`)].join())})`;
}

/** Builds the query of the officers’ figures in a span, whoever has the complaints now. */
function officersQuery(span: ReportSpan): SQL {
  const counted = (condition: SQL) => sql`(count(distinct w.complaint_id) filter (where ${condition}))::int`;
  const isUndone = sql`w.account_id = any(c.resolvers[:cardinality(c.resolvers) - ${standing}])`;
  return sql`select w.account_id as id, full_name(a.first_name, a.last_name) as name, ${counted(sql`w.kind = 'received'`)} as received,
      ${counted(sql`w.kind = 'resolved'`)} as resolved, ${counted(sql`w.kind = 'late'`)} as late,
      ${counted(sql`w.kind = 'resolved' and ${isUndone}`)} as reopened
    from ${officerRecord} w join ${complaint} c on c.id = w.complaint_id left join ${account} a on a.id = w.account_id
    where w.mda_id = ${span.mdaId} and c.mda_id = ${span.mdaId} and ${isWithinDays(sql`w.at`, span.from, span.to)}
      and ${isCounted(span.readerId)}
    group by w.account_id, a.id order by w.account_id is null, a.last_name, a.first_name, a.id`;
}

/** Counts what each officer of an MDA did in a span; shares of too few complaints are hidden. */
export async function countOfficers(db: Database, span: ReportSpan): Promise<OfficerRecord[]> {
  const { rows } = await db.execute<Omit<OfficerRecord, 'reopenRate'>>(officersQuery(span));
  const hidden = hiddenRows(rows.map(({ resolved }) => resolved));
  return rows.map((row, index) => ({
    ...row,
    reopenRate: row.resolved === 0 || hidden.has(index) ? null : percentOf(row.reopened, row.resolved),
  }));
}

/** Counts all open complaints of an MDA by age in days (UTC). */
export async function countBacklog(db: Database, readerId: string, mdaId: string, now: Date): Promise<Backlog> {
  const today = sql`(${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  const day = sql`(c.submitted_at at time zone 'UTC')::date`;
  const bounds = sql.raw(`array[${backlogDays.join()}]`);
  const { rows } = await db.execute<{ age: number; open: number }>(sql`
    select width_bucket(${today} - ${day}, ${bounds}) as age, count(*)::int as open from ${complaint} c
    where c.mda_id = ${mdaId} and ${isOpen} and ${isNotRecused({ recusedStaff: sql`c.recused_staff` }, readerId)} group by 1`);
  const openAt = (age: number) => rows.find((row) => row.age === age)?.open ?? 0;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString().slice(0, 10);
  return [...backlogDays, null].map((toDays, age) => {
    const from = toDays === null ? '2000-01-01' : daysAgo(toDays - 1);
    return { toDays, open: openAt(age), filed: `${from}..${daysAgo(backlogDays[age - 1] ?? 0)}` };
  });
}

/** Counts the complaints of a span in all and in each group of a report. */
export async function countReport(db: Database, span: ReportSpan, now: Date) {
  const { rows } = await db.execute<Line & Record<string, unknown>>(reportQuery(span, now));
  const measured = (by: Group | null) => {
    const lines = rows.filter((line) => line.by === by);
    const measures = toMeasures(lines);
    return new Map(lines.map((line, index) => [line.key, measures[index]!]));
  };
  return {
    total: measured(null).get(null)!,
    months: measured('month'),
    categories: measured('category_id'),
    units: measured('unit_id'),
    areas: measured('root'),
    sources: measured('source'),
  };
}

/** Counts the complaints of a span together. */
export async function countTotal(db: Database, span: ReportSpan, now: Date): Promise<Measures> {
  const { rows } = await db.execute<Line & Record<string, unknown>>(reportQuery(span, now, []));
  return toMeasures(rows)[0]!;
}

type Counted =
  | 'received'
  | 'open'
  | 'late'
  | 'resolved'
  | 'said_yes'
  | 'said_no'
  | 'rejected'
  | 'withdrawn'
  | 'reopened'
  | 'ever_resolved'
  | 'answers';
/** Counts of a timer: `n` and `in_time` make the percentage, `met` is the number behind the median. */
type TimerCounts = Readonly<Record<'n' | 'in_time' | 'met', number>> & { readonly days: number | null };
type Counts = Readonly<Record<Counted, number>> & { readonly mean: number | null } & Readonly<
    Record<TimerKind, TimerCounts>
  >;

/** Computes the measures of the rows of one table; hides those of too few complaints, and those that would reveal them. */
function toMeasures(lines: readonly Counts[]): Measures[] {
  const shown = (countOf: (line: Counts) => number) => {
    const hidden = hiddenRows(lines.map(countOf));
    return <T>(index: number, value: T): T | null => (hidden.has(index) || countOf(lines[index]!) === 0 ? null : value);
  };
  const reopens = shown((line) => line.ever_resolved);
  const confirms = shown((line) => line.said_yes + line.said_no);
  const answers = shown((line) => line.answers);
  const percents = perTimer((kind) => shown((line) => line[kind].n));
  const medians = perTimer((kind) => shown((line) => line[kind].met));
  return lines.map((line, index) => ({
    ...pick(line, ['received', 'open', 'late', 'resolved', 'rejected', 'withdrawn', 'reopened']),
    confirmed: confirms(index, ratesOfAnswers(line.ever_resolved, { yes: line.said_yes, no: line.said_no })),
    reopenRate: reopens(index, percentOf(line.reopened, line.ever_resolved)),
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
