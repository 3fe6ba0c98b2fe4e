import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Values<T extends PgTable> = { readonly [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL };

/** Builds `insert into … select …` with each value cast to its column's type; with `from`, a row for each row there. */
export function insertSelect<T extends PgTable>(table: T, row: Values<T>, from?: SQL): SQL {
  const names: SQL[] = [];
  const values: SQL[] = [];
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const value = (row as Record<string, unknown>)[name];
    if (value === undefined) continue;
    names.push(sql`${sql.identifier(column.name)}`);
    values.push(sql`${is(value, SQL) ? value : sql.param(value, column)}::${sql.raw(column.getSQLType())}`);
  }
  const list = (chunks: SQL[]) => sql.join(chunks, sql`, `);
  return sql`insert into ${table} (${list(names)}) select ${list(values)}${from ? sql` from ${from}` : sql``}`;
}
