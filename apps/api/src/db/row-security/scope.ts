import { sql } from 'drizzle-orm';
import type { Database } from '../database-types.ts';

/**
 * The rows a connection reaches, by the policies of the tables.
 * So a query that forgot its condition finds nothing foreign. A connection without a scope reaches nothing.
 */
export type Scope = 'system' | 'oversight' | 'administrator' | 'none' | `mda:${string}`;

/** Any scope: for tables without policies, such as sessions, which need no round trip to set one. */
export const anyScope = 'any';

/** The setting of a connection that the policies read. */
export const scopeSetting = 'baraza.scope';

/**
 * Until the transaction ends, its statements reach everything: for a step that puts a row out of the caller's own reach, once
 * it is settled that the caller may take it. The connection itself keeps its scope.
 */
export async function bypassRowSecurity(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config(${scopeSetting}, 'system', true)`);
}
