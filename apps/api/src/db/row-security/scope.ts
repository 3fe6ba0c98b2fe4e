import { sql } from 'drizzle-orm';
import type { Database } from '../database-types.ts';

/** The rows a connection reaches, by the policies of the tables. Without a scope it reaches none. */
export type Scope = 'system' | 'oversight' | 'administrator' | 'none' | `mda:${string}` | `centre:${string}`;

/** Any scope: for tables without policies, such as sessions, which need no round trip to set one. */
export const anyScope = 'any';

/** The setting of a connection that the policies read. */
export const scopeSetting = 'baraza.scope';

/** Widens this transaction to every row, for steps that move one beyond the caller's scope. */
export async function bypassRowSecurity(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config(${scopeSetting}, 'system', true)`);
}
