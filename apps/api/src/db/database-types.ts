import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

/** What a store needs to run its SQL: the database itself, or the transaction that is under way. */
export type Database = PgDatabase<NodePgQueryResultHKT>;
