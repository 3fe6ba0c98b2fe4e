import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
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

const batch = 1_000;

/** Checks every row of a file, then writes all in one transaction, or none. Rows that do not fit go to a CSV with 'why'. */
export async function importFile(db: Database, settings: Settings, { kind, name, file, apply, progress }: Import) {
  const faultFile = `${file}.faults.csv`;
  const { rows, faults } = await checkFile(await kind.begin(db, settings), kind, file, { faultFile, progress });
  if (rows === 0) throw new StartupError('The file contains no row.');
  if (faults > 0 || !apply) return { rows, faults, faultFile };
  await db.transaction(async (tx) => {
    const importer = await kind.begin(tx, settings);
    let built: unknown[] = [];
    let done = 0;
    const flush = async () => {
      await importer.insert(tx, built);
      done += built.length;
      built = [];
      progress(done);
    };
    for await (const row of readRows(file)) {
      const value = await buildRow(importer, kind, row);
      if (value instanceof RowFault) throw new StartupError(`Line ${row.line} changed since it was checked.`);
      if (built.push(value) === batch) await flush();
    }
    if (built.length > 0) await flush();
    await recordAudit(tx, {
      at: new Date(),
      action: 'installation.imported',
      outcome: 'done',
      detail: { kind: name, rows },
    });
  });
  return { rows, faults, faultFile };
}

/** Builds the value of a row, or says why that is not possible. */
async function buildRow(importer: Importer<unknown, unknown>, { schema }: Kind, { fields }: Row): Promise<unknown> {
  const parsed = await parsePart(schema, fields);
  if (parsed.fields)
    return new RowFault(
      Object.entries(parsed.fields)
        .map((part) => part.join(': '))
        .join(' '),
    );
  try {
    return await importer.build(parsed.value);
  } catch (error) {
    if (error instanceof RowFault) return error;
    throw error;
  }
}

async function checkFile(
  importer: Importer<unknown, unknown>,
  kind: Kind,
  file: string,
  { faultFile, progress }: { readonly faultFile: string; readonly progress: Import['progress'] },
) {
  let [rows, faults] = [0, 0];
  let out: WriteStream | undefined;
  for await (const row of readRows(file)) {
    rows += 1;
    if (rows % 10_000 === 0) progress(rows);
    const fault = await buildRow(importer, kind, row);
    if (!(fault instanceof RowFault)) continue;
    faults += 1;
    const names = Object.keys(row.fields);
    out ??= createWriteStream(faultFile, { mode: 0o600 }).setDefaultEncoding('utf-8');
    if (faults === 1) out.write(`\uFEFF${csvLine(['line', ...names, 'why'])}`);
    const cells = names.map((field) => cellOf(row.fields[field]));
    if (!out.write(csvLine([row.line, ...cells, fault.message]))) await once(out, 'drain');
  }
  if (out) {
    out.end();
    await finished(out);
  }
  return { rows, faults };
}

const cellOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
