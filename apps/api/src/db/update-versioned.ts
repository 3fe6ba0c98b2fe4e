import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

type Versioned = PgTable & { readonly id: PgColumn; readonly version: PgColumn };

/** Changes a row and its version, so that stale edits are refused. */
export async function updateVersioned<T extends Versioned>(
  db: Database,
  table: T,
  id: string,
  change: Partial<T['$inferInsert']>,
): Promise<void> {
  const row = { ...change, version: sql`${table.version} + 1` } as PgUpdateSetSource<T>;
  await db.update(table).set(row).where(eq(table.id, id));
}
