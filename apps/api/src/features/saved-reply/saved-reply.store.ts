import type { NewSavedReply, SavedReply } from '@baraza/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { category, savedReply } from '../../db/schema/tables.ts';

type Row = typeof savedReply.$inferSelect;

/** Lists the saved replies of an MDA by title. */
export async function listSavedReplies(db: Database, mdaId: string): Promise<SavedReply[]> {
  const rows = await selectReplies(db).where(eq(savedReply.mdaId, mdaId)).orderBy(asc(savedReply.title));
  return rows.map(toSavedReply);
}

/** Finds and locks a saved reply; undefined for another MDA's. */
export async function lockSavedReply(db: Database, mdaId: string, id: string): Promise<SavedReply | undefined> {
  const own = and(eq(savedReply.id, id), eq(savedReply.mdaId, mdaId));
  const [row] = await selectReplies(db).where(own).for('update', { of: savedReply });
  return row && toSavedReply(row);
}

/** Inserts a saved reply; false when the MDA has one with this title. */
export async function insertSavedReply(
  db: Database,
  reply: NewSavedReply & Pick<Row, 'id' | 'mdaId' | 'updatedAt'>,
): Promise<boolean> {
  const { category: categoryId = null, ...row } = reply;
  const inserted = await db
    .insert(savedReply)
    .values({ ...row, categoryId })
    .onConflictDoNothing({ target: [savedReply.mdaId, savedReply.title] })
    .returning({ id: savedReply.id });
  return inserted.length === 1;
}

/** Finds and locks the MDA's saved reply with this title. */
export async function findWithTitle(db: Database, mdaId: string, title: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: savedReply.id })
    .from(savedReply)
    .where(and(eq(savedReply.mdaId, mdaId), eq(savedReply.title, title)));
  return row?.id;
}

export async function updateSavedReply(db: Database, id: string, change: Partial<Row>): Promise<void> {
  const version = sql`${savedReply.version} + 1`;
  await db
    .update(savedReply)
    .set({ ...change, version })
    .where(eq(savedReply.id, id));
}

export async function removeSavedReply(db: Database, id: string): Promise<void> {
  await db.delete(savedReply).where(eq(savedReply.id, id));
}

function selectReplies(db: Database) {
  return db
    .select({ reply: savedReply, category: { id: category.id, name: category.name } })
    .from(savedReply)
    .leftJoin(category, eq(category.id, savedReply.categoryId));
}

function toSavedReply({ reply, category: topic }: { reply: Row; category: SavedReply['category'] }): SavedReply {
  const { id, title, text, step, version } = reply;
  return { id, title, text, step, category: topic, version };
}
