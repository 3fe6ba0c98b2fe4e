import { Readable } from 'node:stream';
import { statusOf, type State } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import { csvLine, csvStart } from '../../http/csv.ts';
import { type ReportSpan, inSpan } from './report.store.ts';
import { type SQL, sql } from 'drizzle-orm';
import { account, category, complaint, jurisdiction, mda } from '../../db/schema/tables.ts';

const heads = [
  'Tracking ID',
  'Title',
  'MDA',
  'Category',
  'Jurisdiction',
  'Officer',
  'Status',
  'State',
  'Outcome',
  'Round',
  'Submitted (UTC)',
  'First reply (UTC)',
  'Resolved (UTC)',
  'On time',
];

/** Complaints in memory at a time. */
const batch = 1_000;

/** Streams the complaints of a report as CSV. */
export function reportAsCsv(db: Database, span: ReportSpan, size = batch): Readable {
  return Readable.from(lines(db, span, size));
}

async function* lines(db: Database, span: ReportSpan, size: number): AsyncGenerator<string> {
  yield csvStart + csvLine(heads);
  let last: ExportRow | undefined;
  do {
    const rows = await listForExport(db, span, size, last);
    if (rows.length > 0) yield rows.map(toLine).join('');
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

function toLine(it: ExportRow): string {
  const onTime = it.resolved_late === null ? null : it.resolved_late ? 'no' : 'yes';
  return csvLine([
    it.tracking_id,
    it.title,
    it.mda,
    it.category,
    it.jurisdiction,
    it.officer,
    statusOf(it.state as State),
    it.state,
    it.outcome,
    it.cycle,
    it.submitted_at,
    it.first_reply_at,
    it.resolved_at,
    onTime,
  ]);
}

/** One complaint of an export, without its citizen. */
export interface ExportRow extends Record<string, unknown> {
  readonly id: string;
  readonly submitted_at: string;
  readonly tracking_id: string;
  readonly title: string;
  readonly mda: string;
  readonly category: string;
  readonly jurisdiction: string | null;
  readonly officer: string | null;
  readonly state: string;
  readonly outcome: string | null;
  readonly cycle: number;
  readonly first_reply_at: string | null;
  readonly resolved_at: string | null;
  readonly resolved_late: boolean | null;
}

const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects the next complaints of a span, oldest first; `after` is the last one read. */
export function exportQuery(
  span: ReportSpan,
  limit: number,
  after: Pick<ExportRow, 'id' | 'submitted_at'> | undefined,
): SQL {
  const behind = after
    ? sql`and (c.submitted_at, c.id) > (${after.submitted_at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return sql`
    select c.id, c.tracking_id, c.title, c.state, c.outcome, c.cycle, c.resolved_late,
      ${iso(sql`c.submitted_at`)} as submitted_at, ${iso(sql`c.first_reply_at`)} as first_reply_at,
      ${iso(sql`c.resolved_at`)} as resolved_at,
      m.name as mda, k.name as category, j.name as jurisdiction, a.first_name || ' ' || a.last_name as officer
    from ${complaint} c
    join ${mda} m on m.id = c.mda_id
    join ${category} k on k.id = c.category_id
    left join ${jurisdiction} j on j.id = c.jurisdiction_id
    left join ${account} a on a.id = c.assignee_id
    where ${inSpan(span)} ${behind}
    order by c.submitted_at, c.id
    limit ${limit}`;
}

async function listForExport(db: Database, ...args: Parameters<typeof exportQuery>): Promise<readonly ExportRow[]> {
  const { rows } = await db.execute<ExportRow>(exportQuery(...args));
  return rows;
}
