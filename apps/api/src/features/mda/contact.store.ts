import type { NewContact } from '@baraza/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { committeeMember, mda } from '../../db/tables.ts';

type Row = typeof committeeMember.$inferSelect;

/** The contacts of an MDA in the order in which they are shown. */
export async function listMembersOf(db: Database, mdaId: string): Promise<Row[]> {
  return db
    .select()
    .from(committeeMember)
    .where(eq(committeeMember.mdaId, mdaId))
    .orderBy(asc(committeeMember.position), asc(committeeMember.name), asc(committeeMember.id));
}

/** Until the transaction ends nobody else changes the contacts of this MDA. */
export async function lockContacts(db: Database, mdaId: string): Promise<void> {
  await db.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
}

export async function insertMember(db: Database, row: NewContact & Pick<Row, 'id' | 'mdaId' | 'position'>) {
  await db.insert(committeeMember).values(row);
}

export async function updateMember(db: Database, id: string, change: Partial<Row>): Promise<void> {
  await db.update(committeeMember).set(change).where(eq(committeeMember.id, id));
}

/** Numbers the contacts of an MDA in the order of their ids here. */
export async function orderMembers(db: Database, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await updateMember(db, id, { position });
}

/** Removes a contact of an MDA; answers its name, or nothing when there is none. */
export async function removeMember(db: Database, mdaId: string, id: string): Promise<string | undefined> {
  const [gone] = await db
    .delete(committeeMember)
    .where(and(eq(committeeMember.id, id), eq(committeeMember.mdaId, mdaId)))
    .returning({ name: committeeMember.name });
  return gone?.name;
}
