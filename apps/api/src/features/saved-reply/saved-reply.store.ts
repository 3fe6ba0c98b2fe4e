import type { NewSavedReply, SavedReply } from '@baraza/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { category, savedReply } from '../../db/schema/tables.ts';

type Row = typeof savedReply.$inferSelect;

/** Lists the saved replies of an MDA by title. */
export function listSavedReplies(db: Database, mdaId: string): Promise<SavedReply[]> {
  return selectReplies(db).where(eq(savedReply.mdaId, mdaId)).orderBy(asc(savedReply.title));
}

/** Finds and locks a saved reply; undefined for another MDA's. */
export async function lockSavedReply(db: Database, mdaId: string, id: string): Promise<SavedReply | undefined> {
  const own = and(eq(savedReply.id, id), eq(savedReply.mdaId, mdaId));
  const [row] = await selectReplies(db).where(own).for('update', { of: savedReply });
  return row;
}

/** Inserts a saved reply; false when the MDA has one with this title. */
export async function insertSavedReply(
  db: Database,
  { category: categoryId = null, ...row }: NewSavedReply & Pick<Row, 'id' | 'mdaId' | 'updatedAt'>,
): Promise<boolean> {
  const inserted = await db
    .insert(savedReply)
    .values({ ...row, categoryId })
    .onConflictDoNothing({ target: [savedReply.mdaId, savedReply.title] })
    .returning({ id: savedReply.id });
  return inserted.length === 1;
}

function selectReplies(db: Database) {
  const { id, title, text, step, version } = savedReply;
  return db
    .select({ id, title, text, step, version, category: { id: category.id, name: category.name } })
    .from(savedReply)
    .leftJoin(category, eq(category.id, savedReply.categoryId));
}
