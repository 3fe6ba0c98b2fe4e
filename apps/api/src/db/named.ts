import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/*
 * A statement with a name is parsed once for each connection, and after some runs planned no more: where many tables are joined
 * that is most of the work. It is for statements that are run all the time and whose plan does not depend on their values.
 * A query of Drizzle gets its name by `.prepare(name).execute()`. One name stands for the same words each time; the driver
 * refuses others.
 */

const dialect = new PgDialect();

/**
 * Runs a statement that is written in SQL under a name, and answers its rows. Its words may differ from call to call, as an
 * insert names only the columns that were given: their digest is part of the name.
 */
export async function executeNamed<T extends object>(db: Database, name: string, statement: SQL): Promise<T[]> {
  return (await runNamed(db, name, statement)).rows as T[];
}

/** The same, of which only how many rows it changed is asked. */
export async function changeNamed(db: Database, name: string, statement: SQL): Promise<number> {
  return (await runNamed(db, name, statement)).rowCount ?? 0;
}

async function runNamed(db: Database, name: string, statement: SQL) {
  type Answer = { execute: { rows: object[]; rowCount: number | null }; all: unknown; values: unknown };
  const words = dialect.sqlToQuery(statement);
  const digest = createHash('sha1').update(words.sql).digest('base64url');
  const query = db._.session.prepareQuery<Answer>(words, undefined, `${name}-${digest}`, false);
  return query.execute();
}
