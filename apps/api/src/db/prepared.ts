import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database-types.ts';

/* A named statement is parsed once a connection, and soon planned no more: for what runs all the time, whatever its values. */

interface Query<T> {
  prepare(name: string): T;
}

/** Keeps a query prepared while its database is open. Where its text depends on `words`, so must its name. */
export function keepPrepared<T>(name: string, build: (db: Database) => Query<T>): (db: Database) => T;
export function keepPrepared<T, Words extends unknown[]>(
  name: (...words: Words) => string,
  build: (db: Database, ...words: Words) => Query<T>,
): (db: Database, ...words: Words) => T;
export function keepPrepared<T, Words extends unknown[]>(
  name: string | ((...words: Words) => string),
  build: (db: Database, ...words: Words) => Query<T>,
): (db: Database, ...words: Words) => T {
  const kept = new WeakMap<Database, Map<string, T>>();
  return (db, ...words) => {
    const known = kept.get(db) ?? new Map<string, T>();
    kept.set(db, known);
    const own = typeof name === 'string' ? name : name(...words);
    const statement = known.get(own) ?? build(db, ...words).prepare(own);
    known.set(own, statement);
    return statement;
  };
}

/** Placeholder of a kept statement, bound when that is executed. */
export function param(name: string): string & Date & Buffer {
  return sql.placeholder(name) as unknown as string & Date & Buffer;
}

type Row<T extends PgTable> = Partial<T['$inferInsert']>;

/** Placeholders for the values of a row, for `insertSelect`; `rowValues` binds them. */
export function rowParams<T extends PgTable, R extends Row<T>>(name: string, row: R): { [K in keyof R]: SQL } {
  const names = Object.keys(row) as (keyof R & string)[];
  return Object.fromEntries(names.map((key) => [key, sql`${sql.placeholder(`${name}.${key}`)}`])) as never;
}

/** Values of the placeholders of `rowParams`, as the driver takes them. */
export function rowValues<T extends PgTable>(table: T, name: string, row: Row<T>): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      `${name}.${key}`,
      value === null || value === undefined ? null : columns[key]?.mapToDriverValue(value),
    ]),
  );
}

/** Makes a statement written in SQL the first part (`with`) of another one. */
export function partOf(db: Database, name: string, statement: SQL) {
  return db.$with(name, {}).as(statement);
}

/** A `from` of one row, for a query that only runs its parts. */
export const oneRow = sql`(select) as one`;

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
