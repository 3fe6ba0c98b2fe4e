import { firstCategories, unknownMda } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { stableId } from '../../../crypto/digest.ts';
import { category, mda } from '../../../db/schema/tables.ts';
import type { Services } from '../../../services.ts';
import type { CategoryKind } from '../../reference/category.store.ts';

export type ComplaintCategory = (typeof firstCategories)['complaint'][number];
export type FeedbackCategory = (typeof firstCategories)['feedback'][number];

/** Inserts missing default categories and the unknown MDA at each start; existing ones keep an administrator's changes. */
export async function seedReferenceData({ db }: Pick<Services, 'db'>): Promise<void> {
  const rows = (['complaint', 'feedback'] as const).flatMap((kind) =>
    firstCategories[kind].map((name, position) => ({ id: categoryId(kind, name), kind, name, position })),
  );
  await db.insert(category).values(rows).onConflictDoNothing();
  await db
    .insert(mda)
    .values({ id: unknownMda, name: 'Office not known yet', active: false, createdAt: sql`now()` })
    .onConflictDoNothing();
}

/** Returns the stable id of a default category. */
export function categoryId<K extends CategoryKind>(kind: K, name: (typeof firstCategories)[K][number]): string {
  return stableId(`category ${kind} ${name}`);
}
