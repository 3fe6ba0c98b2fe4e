import { Column, fillPlaceholders, is, type Query, SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from './database-types.ts';
import { keepPrepared } from './prepared.ts';

type Field = Column | SQL;

/** What a query selects, in its order: columns and expressions, or objects of them. */
export type Fields = Readonly<Record<string, Field | Readonly<Record<string, Field>>>>;

/** A select of Drizzle. */
interface Select<Row> {
  toSQL(): Query;
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * Keeps selects of these fields by name, and reads their rows straight from the driver. Drizzle decides for each value of each row how
 * to read it; here that is decided once. For lists that are read all the time: see decision 33. Expressions stay as the
 * driver reads them. An object of which all is null is null: its join found nothing.
 */
export function keepRows<Row>(fields: Fields) {
  const kept = keepPrepared<Query>();
  const readRow = rowReader(fields);
  return async (
    db: Database,
    name: string,
    make: () => Select<Row>,
    values: Record<string, unknown>,
  ): Promise<Row[]> => {
    const { $client: pool } = db as Database & { readonly $client?: pg.Pool };
    // A transaction has no public way to its connection.
    if (!pool) return make().execute(values);
    const { sql: text, params } = kept(db, name, () => make().toSQL());
    const query = { name, text, values: fillPlaceholders(params, values), rowMode: 'array' as const };
    const { rows } = await pool.query<unknown[]>(query);
    return rows.map((row) => readRow(row) as Row);
  };
}

type ReadRow = (row: readonly unknown[]) => unknown;

function rowReader(fields: Fields): ReadRow {
  let index = 0;
  const readerOf = (field: Field): ReadRow => {
    const at = index;
    index += 1;
    const isPlain = !is(field, Column) || field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    if (isPlain) return (row) => row[at];
    return (row) => (row[at] === null ? null : field.mapFromDriverValue(row[at]));
  };
  const isField = (field: Fields[string]): field is Field => is(field, Column) || is(field, SQL);
  const parts = Object.entries(fields).map(([name, field]) => {
    if (isField(field)) return { name, read: readerOf(field) };
    const inner = Object.entries(field).map(([key, one]) => ({ name: key, read: readerOf(one) }));
    return { name, read: (row: readonly unknown[]) => nullIfEmpty(readObject(inner, row)) };
  });
  return (row) => readObject(parts, row);
}

function readObject(parts: readonly { readonly name: string; readonly read: ReadRow }[], row: readonly unknown[]) {
  const result: Record<string, unknown> = {};
  for (const { name, read } of parts) result[name] = read(row);
  return result;
}

function nullIfEmpty(object: Record<string, unknown>): Record<string, unknown> | null {
  for (const name in object) if (object[name] !== null) return object;
  return null;
}
