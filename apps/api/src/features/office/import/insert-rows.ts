import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';

/** Inserts many rows, which all have the same columns, in one statement with one parameter. Search columns take their text. */
export async function insertRows<T extends PgTable>(db: Database, table: T, rows: readonly T['$inferInsert'][]) {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const written = rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, toJson((row as Record<string, unknown>)[name])])),
  );
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const searched = columns.flatMap(([, column]) => (column.getSQLType() === 'tsvector' ? [column.name] : []));
  const values = columns.map(([, { name }]) =>
    searched.includes(name) ? sql`strip(search_words(r ->> ${name}))` : sql`(p).${sql.identifier(name)}`,
  );
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from jsonb_array_elements(${JSON.stringify(written)}::jsonb) as r,
      jsonb_populate_record(null::${sql.identifier(getTableName(table))}, r - ${sql.param(searched)}::text[]) as p`);
}

const toJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
