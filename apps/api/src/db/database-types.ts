import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

/** Runs a store's SQL: the database itself or an open transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>;
