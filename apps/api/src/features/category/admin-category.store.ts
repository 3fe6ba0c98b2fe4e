import type { AdminCategory } from '@baraza/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { category } from '../../db/schema/tables.ts';
import type { CategoryKind } from './category.store.ts';

export type CategoryRow = typeof category.$inferSelect;

/** Lists all categories in their order, inactive ones included. */
export async function listAllCategories(db: Database): Promise<AdminCategory[]> {
  const rows = await db.select().from(category).orderBy(asc(category.kind), asc(category.position), asc(category.name));
  return rows.map(toAdminCategory);
}

export function toAdminCategory({ id, kind, name, active, version }: CategoryRow): AdminCategory {
  return { id, kind, name, active, version };
}

export async function listOfKind(db: Database, kind: CategoryKind): Promise<CategoryRow[]> {
  return db.select().from(category).where(eq(category.kind, kind)).orderBy(asc(category.position), asc(category.name));
}

export async function findAnyCategory(db: Database, id: string): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(category).where(eq(category.id, id));
  return row;
}

/** Locks categories against changes until the transaction ends; readers do not wait. */
export async function lockCategories(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lock})`);
}

/** Advisory lock; any number that no other lock uses. */
const lock = 7_220_416;

export async function insertCategory(db: Database, row: typeof category.$inferInsert): Promise<void> {
  await db.insert(category).values(row);
}

export async function updateCategory(db: Database, id: string, change: Partial<CategoryRow>): Promise<void> {
  const version = sql`${category.version} + 1`;
  await db
    .update(category)
    .set({ ...change, version })
    .where(eq(category.id, id));
}

/** Numbers categories in the order of the ids, without changing their versions. */
export async function orderCategories(db: Database, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await db.update(category).set({ position }).where(eq(category.id, id));
}
