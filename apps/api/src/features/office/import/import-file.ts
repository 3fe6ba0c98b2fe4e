import { appendFile, writeFile } from 'node:fs/promises';
import { TransactionRollbackError } from 'drizzle-orm';
import { recordAudit } from '../../../audit/audit.ts';
import { StartupError } from '../../../config/startup-error.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Database } from '../../../db/database.ts';
import { csvLine } from '../../../http/csv.ts';
import { parsePart } from '../../../http/input/schema-input.ts';
import { complaints } from './import-complaints.ts';
import { type Importer, type Kind, RowFault, smallKinds } from './import-kinds.ts';
import { readRows, type Row } from './read-rows.ts';

export const kinds: Readonly<Record<string, Kind>> = { ...smallKinds, complaint: complaints };

interface Import {
  readonly kind: Kind;
  readonly name: string;
  readonly file: string;
  /** Otherwise every row is checked, and none is written. */
  readonly apply: boolean;
  readonly progress: (rows: number) => void;
}

const batch = 500;

/** Writes every row of a file in one transaction, or none. Rows that do not fit go to a CSV with 'why'. */
export async function importFile(db: Database, settings: Settings, { kind, name, file, apply, progress }: Import) {
  const result = { rows: 0, faults: 0, faultFile: `${file}.faults.csv` };
  const write = async (tx: Database) => {
    const importer = await kind.begin(tx, settings);
    const built: unknown[] = [];
    for await (const row of readRows(file)) {
      const value = await buildRow(importer, kind, row);
      if (value instanceof RowFault) await noteFault(result.faultFile, row, value, result.faults++ === 0);
      else if (apply && result.faults === 0) built.push(value);
      if (built.length === batch) await importer.insert(tx, built.splice(0));
      if (++result.rows % 10_000 === 0) progress(result.rows);
    }
    if (result.rows === 0) throw new StartupError('The file contains no row.');
    if (result.faults > 0 || !apply) throw new TransactionRollbackError();
    await importer.insert(tx, built);
    const detail = { kind: name, rows: result.rows };
    await recordAudit(tx, { at: new Date(), action: 'installation.imported', outcome: 'done', detail });
  };
  await db.transaction(write).catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return result;
}

/** Builds the value of a row, or says why that is not possible. */
async function buildRow(importer: Importer<unknown, unknown>, { schema }: Kind, { fields }: Row): Promise<unknown> {
  const parsed = await parsePart(schema, fields);
  if (parsed.fields) {
    const faults = Object.entries(parsed.fields).map((part) => part.join(': '));
    return new RowFault(faults.join(' '));
  }
  try {
    return await importer.build(parsed.value);
  } catch (error) {
    if (error instanceof RowFault) return error;
    throw error;
  }
}

async function noteFault(file: string, { line, fields }: Row, { message }: RowFault, isFirst: boolean) {
  if (isFirst) await writeFile(file, `\uFEFF${csvLine(['line', ...Object.keys(fields), 'why'])}`, { mode: 0o600 });
  const cells = Object.values(fields).map((value) => (typeof value === 'string' ? value : JSON.stringify(value ?? '')));
  await appendFile(file, csvLine([line, ...cells, message]));
}
