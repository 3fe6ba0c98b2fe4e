import { type Measures, measuredMin, type ReportMonth } from '@baraza/contract/mda/report';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isNotRecused } from '../../db/row-security/not-recused.ts';
import { complaint, survey } from '../../db/schema/tables.ts';

/** Complaints of a report, by day (UTC) of submission, both included; without recused ones. */
export interface ReportSpan {
  readonly readerId: string;
  readonly mdaId: string | null;
  readonly from: string;
  readonly to: string;
}

const none = {
  received: 0,
  open: 0,
  resolved: 0,
  rejected: 0,
  withdrawn: 0,
  reopened: 0,
  ever_resolved: 0,
  timed: 0,
  in_time: 0,
  answers: 0,
  mean: null as number | null,
  replied: 0,
  days_to_reply: null as number | null,
  ended: 0,
  days_to_resolve: null as number | null,
};

type Line = Readonly<typeof none> & {
  /** 1 where the line is not grouped by month, category or officer. */
  readonly no_month: number;
  readonly no_category: number;
  readonly no_officer: number;
  readonly month: string | null;
  readonly category_id: string | null;
  readonly assignee_id: string | null;
};

/** Measures of a report, by month and by id of category or officer. */
export interface Counted {
  readonly total: Measures;
  readonly months: ReadonlyMap<string, Omit<ReportMonth, 'month'>>;
  readonly categories: ReadonlyMap<string, Measures>;
  readonly officers: ReadonlyMap<string | null, Measures>;
}

/** Builds the condition for the complaints of a span; duplicates are left out. */
export function inSpan({ readerId, mdaId, from, to }: ReportSpan): SQL {
  const mda = mdaId === null ? sql`true` : sql`c.mda_id = ${mdaId}`;
  return sql`${mda} and c.submitted_at >= ${from}::timestamp at time zone 'UTC'
    and c.submitted_at < (${to}::timestamp + interval '1 day') at time zone 'UTC' and c.state <> 'merged'
    and ${isNotRecused({ recusedStaff: sql`c.recused_staff` }, readerId)}`;
}

/** Builds the query of a report, all groups in one scan; a test reads its plan. */
export function reportQuery(span: ReportSpan): SQL {
  const month = sql`to_char(c.submitted_at at time zone 'UTC', 'YYYY-MM')`;
  const days = (instant: SQL) => sql`extract(epoch from ${instant} - c.submitted_at) / 86400`;
  const median = (instant: SQL) =>
    sql`round((percentile_cont(0.5) within group (order by ${days(instant)}))::numeric, 1)::float8`;
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
      c.month, c.category_id, c.assignee_id,
      count(*)::int as received,
      (count(*) filter (where c.state not in ('resolved', 'rejected', 'withdrawn')))::int as open,
      (count(*) filter (where c.state = 'resolved'))::int as resolved,
      (count(*) filter (where c.state = 'rejected'))::int as rejected,
      (count(*) filter (where c.state = 'withdrawn'))::int as withdrawn,
      (count(*) filter (where c.cycle > 1))::int as reopened,
      (count(*) filter (where c.cycle > 1 or c.resolved_at is not null))::int as ever_resolved,
      count(c.resolved_late)::int as timed,
      (count(*) filter (where not c.resolved_late))::int as in_time,
      count(c.rating)::int as answers,
      round(avg(c.rating), 1)::float8 as mean,
      count(c.first_reply_at)::int as replied,
      ${median(sql`c.first_reply_at`)} as days_to_reply,
      count(c.resolved_at)::int as ended,
      ${median(sql`c.resolved_at`)} as days_to_resolve
    from c
    group by grouping sets ((), (c.month), (c.category_id), (c.assignee_id))`;
}

export async function countReport(db: Database, span: ReportSpan): Promise<Counted> {
  const { rows } = await db.execute<Line & Record<string, unknown>>(reportQuery(span));
  const [total, months, categories, officers] = [
    rows.find((it) => it.no_month && it.no_category && it.no_officer),
    rows.filter((it) => !it.no_month),
    rows.filter((it) => !it.no_category),
    rows.filter((it) => !it.no_officer),
  ];
  return {
    total: toMeasures(total),
    months: new Map(months.map((it) => [it.month ?? '', it])),
    categories: new Map(categories.map((it) => [it.category_id ?? '', toMeasures(it)])),
    officers: new Map(officers.map((it) => [it.assignee_id, toMeasures(it)])),
  };
}

/** Hides a measure that rests on too few complaints. */
function ofEnough<T>(count: number, measured: T): T | null {
  return count < measuredMin ? null : measured;
}

function toMeasures(it: Line | undefined): Measures {
  const { received, open, resolved, rejected, withdrawn, reopened } = it ?? none;
  const { timed, in_time, ever_resolved, answers, mean, replied, days_to_reply, ended, days_to_resolve } = it ?? none;
  const percent = (part: number, whole: number) => ofEnough(whole, Math.round((part / whole) * 100));
  return {
    received,
    open,
    resolved,
    rejected,
    withdrawn,
    reopened,
    onTime: percent(in_time, timed),
    reopenRate: percent(reopened, ever_resolved),
    satisfaction: { mean: ofEnough(answers, mean), answers: ofEnough(answers, answers) },
    daysToReply: ofEnough(replied, days_to_reply),
    daysToResolve: ofEnough(ended, days_to_resolve),
  };
}
