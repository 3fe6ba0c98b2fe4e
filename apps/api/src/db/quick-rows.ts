import { Column, getTableName, is, SQL } from 'drizzle-orm';

/** What Drizzle keeps of a prepared query, though its types do not say so. */
interface Kept {
  readonly fields?: readonly Field[];
  readonly joinsNotNullableMap?: Readonly<Record<string, boolean>>;
  customResultMapper?: (rows: readonly unknown[][]) => unknown[];
}

interface Field {
  /** Where the value goes in the object of a row: a name, or the name of a part and one in it. */
  readonly path: readonly string[];
  readonly field: unknown;
}

const isKnown = ({ path, field }: Field) =>
  path.length <= 2 && (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased));

type Decode = (value: unknown) => unknown;

/** An object within the row, or the row itself. */
interface Part {
  readonly columns: { readonly name: string; readonly index: number; readonly decode: Decode }[];
  /** The one table that all its columns are of, when a join may find no row of it: null then, as its first column. */
  nullable: { readonly table: string; readonly first: string } | undefined;
}

/**
 * Lets a prepared query read its rows as Drizzle would, with all that is the same for every row decided once: how each value is
 * read, and where it goes. Drizzle asks for each value of each row: of the server's time for a complaint's details that was a twentieth.
 * A query of another kind than a selection of columns stays as it is.
 */
export function readQuickly<T>(statement: T): T {
  const kept = statement as Kept;
  if (kept.fields === undefined || kept.customResultMapper || !kept.fields.every(isKnown)) return statement;
  const parts = partsOf(kept.fields, kept.joinsNotNullableMap);
  kept.customResultMapper = (rows) => rows.map((row) => readRow(parts, row));
  return statement;
}

function readRow(parts: ReadonlyMap<string, Part>, row: readonly unknown[]): unknown {
  const result: Record<string, unknown> = {};
  for (const [name, { columns, nullable }] of parts) {
    const target: Record<string, unknown> = name === '' ? result : {};
    for (const { name: column, index, decode } of columns) {
      const value = row[index];
      target[column] = value === null ? null : decode(value);
    }
    if (name !== '') result[name] = nullable && target[nullable.first] === null ? null : target;
  }
  return result;
}

function partsOf(fields: readonly Field[], joined: Kept['joinsNotNullableMap']): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const mixed = new Set<Part>();
  for (const [index, { path, field }] of fields.entries()) {
    const name = path.at(-1)!;
    const key = path.length === 1 ? '' : path[0]!;
    const part = parts.get(key) ?? { columns: [], nullable: undefined };
    parts.set(key, part);
    part.columns.push({ name, index, decode: decodeOf(field) });
    if (key === '' || !joined || !is(field, Column)) continue;
    const table = getTableName(field.table);
    if (part.nullable === undefined) part.nullable = { table, first: name };
    else if (part.nullable.table !== table) mixed.add(part);
  }
  for (const part of parts.values()) {
    if (mixed.has(part) || joined?.[part.nullable?.table ?? ''] === true) part.nullable = undefined;
  }
  return parts;
}

function decodeOf(field: unknown): Decode {
  if (is(field, Column)) return (value) => field.mapFromDriverValue(value);
  const { decoder } = (is(field, SQL) ? field : (field as { sql: SQL }).sql) as unknown as {
    decoder: { mapFromDriverValue: Decode };
  };
  return (value) => decoder.mapFromDriverValue(value);
}
