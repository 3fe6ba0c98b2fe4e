import type { Named } from '@baraza/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { category } from '../../db/schema/tables.ts';

export type CategoryKind = 'complaint' | 'feedback';

/** Lists the active categories in their order. */
export async function listCategories(db: Database, kind: CategoryKind): Promise<Named[]> {
  return db
    .select({ id: category.id, name: category.name })
    .from(category)
    .where(and(eq(category.kind, kind), eq(category.active, true)))
    .orderBy(asc(category.position), asc(category.name));
}

/** Finds an active category. */
export async function findCategory(db: Database, kind: CategoryKind, id: string): Promise<Named | undefined> {
  const [row] = await db
    .select({ id: category.id, name: category.name })
    .from(category)
    .where(and(eq(category.id, id), eq(category.kind, kind), eq(category.active, true)));
  return row;
}
