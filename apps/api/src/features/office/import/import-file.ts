import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TransactionRollbackError } from 'drizzle-orm';
import { recordAudit } from '../../../audit/audit.ts';
import { StartupError } from '../../../config/startup-error.ts';
import type { Database } from '../../../db/database.ts';
import { createTempFiles } from '../../../files/temp-files.ts';
import { csvLine } from '../../../http/csv.ts';
import { AppError } from '../../../http/errors.ts';
import { assertCleanText, parsePart } from '../../../http/input/schema-input.ts';
import type { Services } from '../../../services.ts';
import { complaints } from './import-complaints.ts';
import { type Importer, type Kind, smallKinds } from './import-kinds.ts';
import { readRows, type Row } from './read-rows.ts';
import { RowFault } from './row-fault.ts';
import { openSpool } from './spool.ts';
import { takeFilesFrom } from './take-files.ts';

export const kinds: Readonly<Record<string, Kind>> = { ...smallKinds, complaint: complaints };

interface Import {
  readonly kind: Kind;
  readonly name: string;
  readonly file: string;
  /** False: a dry run, whose writing is rolled back. */
  readonly apply: boolean;
  /** Called as rows are checked, and as they are written. */
  readonly progress: (rows: number, done: 'checked' | 'written') => void;
}

const batch = 500;

const longest = 20 * 3_600_000;

/** Checks every row of a file, then writes all in one transaction, or none. Rows that do not fit go to a CSV with 'why'. */
export async function importFile(
  services: Pick<Services, 'db' | 'settings' | 'log' | 'files'>,
  { kind, name, file, apply, progress }: Import,
) {
  const result = { rows: 0, faults: 0, faultFile: `${file}.faults.csv` };
  const began = Date.now();
  await using tempFiles = createTempFiles(services.settings.dataDir);
  await using spool = await openSpool(tempFiles.newPath());
  const stored: string[] = [];
  const takeFiles = takeFilesFrom(path.dirname(file), services, apply ? stored : undefined);
  const importer = await kind.begin(services.db, { settings: services.settings, takeFiles });
  const built: unknown[] = [];
  for await (const row of readRows(file)) {
    const value = await buildRow(importer, kind, row);
    if (value instanceof RowFault) await noteFault(result.faultFile, kind, row, value, result.faults++ === 0);
    else if (result.faults === 0) built.push(value);
    if (built.length === batch) await spool.write(built.splice(0));
    result.rows += 1;
    progress(result.rows, 'checked');
    // The clean-up job would take stored files for left ones after a day.
    if (Date.now() - began > longest) throw new StartupError('It takes too long. Import fewer rows at once.');
  }
  if (result.rows === 0) throw new StartupError('The file contains no row.');
  await spool.write(built);
  if (result.faults > 0) {
    for (const key of stored) await services.files.delete(key);
    return result;
  }
  const write = async (tx: Database) => {
    let written = 0;
    for await (const rows of spool.read()) {
      await importer.insert(tx, rows);
      progress((written += rows.length), 'written');
    }
    if (!apply) throw new TransactionRollbackError();
    const detail = { kind: name, rows: result.rows };
    await recordAudit(tx, { at: new Date(), action: 'installation.imported', outcome: 'done', detail });
  };
  await services.db.transaction(write).catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return result;
}

/** Builds the value of a row, or says why that is not possible. */
async function buildRow(importer: Importer<unknown, unknown>, { schema }: Kind, row: Row): Promise<unknown> {
  if (row.why) return new RowFault(row.why);
  const unknown = Object.keys(row.fields).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) return new RowFault(`${unknown}: There is no such column.`);
  const parsed = await parsePart(schema, row.fields);
  if (parsed.fields) {
    const faults = Object.entries(parsed.fields).map((part) => part.join(': '));
    return new RowFault(faults.join(' '));
  }
  try {
    assertCleanText(parsed.value);
    return await importer.build(parsed.value);
  } catch (error) {
    if (error instanceof RowFault) return error;
    const isUnclean = error instanceof AppError && error.code === 'MALFORMED_REQUEST';
    if (isUnclean) return new RowFault('It holds a character that is not allowed.');
    throw error;
  }
}

/** Writes a row that does not fit; all have the columns of their kind. */
async function noteFault(
  file: string,
  { schema }: Kind,
  { line, fields }: Row,
  { message }: RowFault,
  isFirst: boolean,
) {
  const names = Object.keys(schema.shape);
  if (isFirst) await writeFile(file, `\uFEFF${csvLine(['line', 'why', ...names])}`, { mode: 0o600 });
  const cells = names.map((name) => fields[name] ?? '');
  const texts = cells.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  await appendFile(file, csvLine([line, message, ...texts]));
}
