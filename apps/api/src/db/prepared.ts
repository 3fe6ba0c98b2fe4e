import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { readQuickly } from './quick-rows.ts';

/**
 * Keeps statements that are run all the time, by name, for as long as their database is open: to put their words together takes
 * longer than to run them. The same name must always be made in the same way.
 */
export function keepPrepared<T>(): (db: Database, name: string, make: () => T) => T {
  const kept = new WeakMap<Database, Map<string, T>>();
  return (db, name, make) => {
    const known = kept.get(db) ?? new Map<string, T>();
    kept.set(db, known);
    const statement = known.get(name) ?? readQuickly(make());
    known.set(name, statement);
    return statement;
  };
}

/** Placeholder of a kept statement, bound when that is executed. */
export function param(name: string): string & Date & Buffer {
  return sql.placeholder(name) as unknown as string & Date & Buffer;
}
