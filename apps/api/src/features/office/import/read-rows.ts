import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { StartupError } from '../../../config/startup-error.ts';

/** One row of a file, with the line it begins or ends at. */
export interface Row {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why it cannot be read as a row. */
  readonly why?: string | undefined;
}

/** Reads the rows of a CSV or JSON Lines file one by one; CSV in UTF-8, UTF-16 or Windows-1252, with any of the usual separators. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const text = decode(file, await encodingOf(file));
  if (/\.(?:jsonl|ndjson)$/iu.test(file)) yield* readLines(text);
  else yield* readCsv(text, await separatorOf(file));
}

async function* decode(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

/** Begins the 'Unicode text' of a spreadsheet of Windows. */
const byteOrderMark = Buffer.from([0xff, 0xfe]);

/** Finds the encoding. Text that is not UTF-8 comes from a Windows spreadsheet. */
async function encodingOf(file: string): Promise<string> {
  for await (const start of createReadStream(file, { end: 1 }))
    if (byteOrderMark.equals(start as Buffer)) return 'utf-16le';
  try {
    for await (const part of decode(file, 'utf-8')) void part;
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** Finds the separator that the first line holds most of. */
async function separatorOf(file: string): Promise<string> {
  const lines = createInterface({ input: createReadStream(file) });
  for await (const line of lines) {
    lines.close();
    const countOf = (separator: string) => line.split(separator).length;
    return [',', ';', '\t'].toSorted((one, two) => countOf(two) - countOf(one))[0] ?? ',';
  }
  return ',';
}

async function* readCsv(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row> {
  const loose = {
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    trim: true,
  } as const;
  const options = { ...loose, bom: true, columns: namedOnce, delimiter, info: true } as const;
  const rows = Readable.from(text).compose(parse(options)) as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number; error?: CsvError };
  }>;
  try {
    for await (const { record, info } of rows)
      yield {
        line: info.lines,
        fields: record,
        why: info.error && 'It has more or fewer cells than there are columns.',
      };
  } catch (error) {
    throw error instanceof CsvError ? new StartupError(`The file is not CSV: ${error.message}.`) : error;
  }
}

/** Refuses two columns of one name, of which one would be lost. */
function namedOnce(names: string[]): string[] {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartupError(`There are two columns '${twice}'.`);
  return names;
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0;
  for await (const written of createInterface({ input: Readable.from(text) })) {
    line += 1;
    if (written.trim() === '') continue;
    const fields = parseLine(written);
    yield fields ? { line, fields } : { line, fields: {}, why: 'This is no JSON object.' };
  }
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/u, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
