import { Readable } from 'node:stream';
import { statusOf, type State } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../db/database.ts';
import { csvLine, csvStart } from '../../http/csv.ts';
import { type ExportRow, listForExport } from './export-report.store.ts';
import type { ReportSpan } from './report.store.ts';

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
