import type { NewContact, OwnContact } from '@baraza/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { committeeMember, mda } from '../../db/schema/tables.ts';

type Row = typeof committeeMember.$inferSelect;

/** Converts a row to what a supervisor sees. */
export function toOwnContact({ id, name, phone, email, version }: Row): OwnContact {
  return { id, name, phone, email, version };
}

/** Lists the contacts of an MDA in display order. */
export async function listMembersOf(db: Database, mdaId: string): Promise<Row[]> {
  return db
    .select()
    .from(committeeMember)
    .where(eq(committeeMember.mdaId, mdaId))
    .orderBy(asc(committeeMember.position), asc(committeeMember.name), asc(committeeMember.id));
}

/** Locks the contacts of an MDA until the transaction ends. */
export async function lockContacts(db: Database, mdaId: string): Promise<void> {
  await db.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
}

export async function insertMember(db: Database, row: NewContact & Pick<Row, 'id' | 'mdaId' | 'position'>) {
  await db.insert(committeeMember).values(row);
}

export async function updateMember(db: Database, id: string, change: Partial<Row>): Promise<void> {
  const version = sql`${committeeMember.version} + 1`;
  await db
    .update(committeeMember)
    .set({ ...change, version })
    .where(eq(committeeMember.id, id));
}

/** Numbers contacts in the order of the ids, without changing their versions. */
export async function orderMembers(db: Database, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await db.update(committeeMember).set({ position }).where(eq(committeeMember.id, id));
}

export async function removeMember(db: Database, id: string): Promise<void> {
  await db.delete(committeeMember).where(eq(committeeMember.id, id));
}
