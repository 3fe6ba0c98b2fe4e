import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database-types.ts';

/*
 * A statement with a name is parsed once for each connection, and after some runs planned no more: where many tables are joined
 * that is most of the work. It is for statements that are run all the time and whose plan does not depend on their values.
 */

/**
 * Keeps prepared statements by name for as long as their database is open: to put their words together takes longer than to run
 * them. The same name must always be made in the same way. A transaction is a database of its own: in it, all is made anew.
 */
export function keepPrepared<T>(): (db: Database, name: string, make: () => T) => T {
  const kept = new WeakMap<Database, Map<string, T>>();
  return (db, name, make) => {
    const known = kept.get(db) ?? new Map<string, T>();
    kept.set(db, known);
    const statement = known.get(name) ?? make();
    known.set(name, statement);
    return statement;
  };
}

/** Placeholder of a kept statement, bound when that is executed. */
export function param(name: string): string & Date & Buffer {
  return sql.placeholder(name) as unknown as string & Date & Buffer;
}

/** Adds a digest of a query's words to a name, for a query whose words differ from call to call. */
export function nameByWords(name: string, query: { toSQL(): { readonly sql: string } }): string {
  return `${name}-${createHash('sha1').update(query.toSQL().sql).digest('base64url')}`;
}

/** Makes a statement written in SQL the first part (`with`) of another one. */
export function partOf(db: Database, name: string, statement: SQL) {
  return db.$with(name, {}).as(statement);
}

/** What a query reads from that only runs its parts and answers one row. */
export const oneRow = sql`(select) as one`;
