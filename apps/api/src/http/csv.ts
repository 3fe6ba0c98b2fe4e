import { Readable } from 'node:stream';
import type { TableFormat } from '@baraza/contract';

export type Cell = string | number | null;

/** Matches what spreadsheets read as a formula. Wide forms count too, also behind invisible characters. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u;

/** One line of CSV (RFC 4180). An apostrophe keeps a spreadsheet from running a text as a formula. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n\t']/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Begins a file, so that spreadsheets read it as UTF-8. */
const csvStart = '\uFEFF';

/** Streams a CSV file page by page. */
export function csvStream(heads: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  async function* parts() {
    yield csvStart + csvLine(heads);
    for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  return Readable.from(parts());
}

/** Media type of JSON Lines. */
export const jsonLines = 'application/x-ndjson';

/** Makes a table a file to be saved; in JSON Lines each row is an object with a field for each column. */
export function tableDownload(
  name: string,
  heads: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  format: TableFormat = 'csv',
): { readonly fileName: string; readonly stream: Readable; readonly type?: string } {
  const fileName = `${name}.${format}`;
  if (format === 'csv') return { fileName, stream: csvStream(heads, pages) };
  const lineOf = (row: readonly Cell[]) =>
    `${JSON.stringify(Object.fromEntries(heads.map((head, at) => [head, row[at]])))}\n`;
  async function* parts() {
    for await (const rows of pages) if (rows.length > 0) yield rows.map(lineOf).join('');
  }
  return { fileName, stream: Readable.from(parts()), type: jsonLines };
}
