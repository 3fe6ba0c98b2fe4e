import type { CustomField } from '@baraza/contract/complaint/custom-field';
import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import type { TableFormat } from '@baraza/contract';
import { type State, statusOf } from '@baraza/contract/complaint/lifecycle';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { readPages } from '../../../db/read-pages.ts';
import type { CustomValues } from '../../../db/schema/complaint-tables.ts';
import { account, area, category, complaint, customField, jurisdiction, mda, unit } from '../../../db/schema/tables.ts';
import { wordOf } from '../../../domain/custom-field.ts';
import { type Cell, tableDownload } from '../../../http/csv.ts';
import type { Download } from '../../../http/mount.ts';
import { listFields } from '../../reference/custom-field.store.ts';
import { inSpan, isOpen, type ReportSpan, timers } from './report.store.ts';

interface ExportRow extends Record<string, unknown> {
  readonly id: string;
  readonly submittedAt: string;
  readonly state: State;
  readonly cells: Record<string, Cell> & { readonly fields: CustomValues };
}

const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects whether a target was met: `no` also for open and late complaints, as in the report. */
const onTime = (kind: TimerKind) => {
  const { late, due } = timers[kind];
  return sql`case ${late} when true then 'no' when false then 'yes'
    else case when ${isOpen} and ${due} < now.at then 'no' end end`;
};

/** Columns of the file; the status is derived from the state. */
const columns = {
  'Tracking ID': sql`c.tracking_id`,
  Title: sql`c.title`,
  MDA: sql`m.name`,
  Category: sql`k.name`,
  Jurisdiction: sql`j.name`,
  Area: sql`r.full_name`,
  Latitude: sql`c.lat`,
  Longitude: sql`c.lon`,
  'Accuracy (m)': sql`c.accuracy`,
  Unit: sql`u.name`,
  Officer: sql`full_name(a.first_name, a.last_name)`,
  Status: sql`null`,
  State: sql`c.state`,
  Outcome: sql`c.outcome`,
  Round: sql`c.cycle`,
  'Submitted (UTC)': iso(sql`c.submitted_at`),
  'Started (UTC)': iso(sql`c.acknowledged_at`),
  'First reply (UTC)': iso(sql`c.first_reply_at`),
  'Resolved (UTC)': iso(sql`c.resolved_at`),
  'Started on time': onTime('acknowledge'),
  'First reply on time': onTime('reply'),
  'Resolved on time': onTime('resolve'),
};
const heads = Object.keys(columns) as (keyof typeof columns)[];

/** Selects the next complaints of a span, oldest first; `after` is the last one read. */
export function exportQuery(
  span: ReportSpan,
  now: Date,
  limit: number,
  after: Pick<ExportRow, 'id' | 'submittedAt'> | undefined,
): SQL {
  const behind = after
    ? sql`and (c.submitted_at, c.id) > (${after.submittedAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const cells = heads.map((head) => sql`${sql.raw(`'${head}'`)}, ${columns[head]}`);
  const fields = sql`'fields', c.custom_fields`;
  return sql`
    select c.id, ${iso(sql`c.submitted_at`)} as "submittedAt", c.state, json_build_object(${sql.join([...cells, fields], sql`, `)}) as cells
    from ${complaint} c
    cross join (select ${now.toISOString()}::timestamptz as at) now
    join ${mda} m on m.id = c.mda_id
    join ${category} k on k.id = c.category_id
    left join ${jurisdiction} j on j.id = c.jurisdiction_id
    left join ${area} r on r.code = c.area_code
    left join ${unit} u on u.id = c.unit_id
    left join ${account} a on a.id = c.assignee_id
    where ${inSpan(span)} ${behind}
    order by c.submitted_at, c.id
    limit ${limit}`;
}

/** Makes a file of the complaints of a report, read a batch at a time. Of one MDA it has a column for each open custom field. */
export async function downloadReport(
  db: Database,
  span: ReportSpan,
  now: Date,
  { format, batch = 1_000 }: { readonly format?: TableFormat | undefined; readonly batch?: number } = {},
): Promise<Download> {
  const fields = span.mdaId === null ? [] : await listFields(db, span.mdaId, eq(customField.personal, false));
  const categories = new Map((await db.select().from(category)).map(({ id, name }) => [id, name]));
  const fieldHeads = fields.map(({ name, category: of }) => `${name} (${categories.get(of)})`);
  const name = `complaints-${span.from}-to-${span.to}`;
  return tableDownload(name, [...heads, ...fieldHeads], pages(db, span, now, batch, fields), format);
}

async function* pages(
  db: Database,
  span: ReportSpan,
  now: Date,
  batch: number,
  fields: readonly CustomField[],
): AsyncGenerator<Cell[][]> {
  const read = async (last?: ExportRow) => (await db.execute<ExportRow>(exportQuery(span, now, batch, last))).rows;
  for await (const rows of readPages(batch, read))
    yield rows.map(({ state, cells }) => [
      ...heads.map((head) => (head === 'Status' ? statusOf(state) : (cells[head] ?? null))),
      ...fields.map((field) => cellOf(field, cells.fields[field.id])),
    ]);
}

function cellOf(field: CustomField, value: string | number | undefined): Cell {
  if (value === undefined) return null;
  return typeof value === 'number' ? value : wordOf(field, value);
}
