import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, complaint, mda } from '../../../db/schema/tables.ts';
import { isErasedAddress } from '../../../mail/erased.ts';
import { callPhones } from '../record/call-phones.ts';
import type { PersonalData } from '../../../domain/redact-person.ts';

/** Lists a complaint's duplicates for notifying their citizens, whose accounts stay until the transaction ends. */
export async function listDuplicates(db: Database, parentId: string) {
  const { id, trackingId, title, citizenId } = complaint;
  return db
    .select({ id, trackingId, title, citizenId, citizenEmail: account.email })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.mergedIntoId, parentId), eq(complaint.state, 'merged')))
    .orderBy(asc(complaint.id))
    .for('key share', { of: account });
}

const nobody: PersonalData = { firstName: '', lastName: '', email: '', phone: null, callPhones: [] };

/** Reads the names and contact data of a citizen that others must not learn. */
export async function nameOfCitizen(db: Database, id: string): Promise<PersonalData> {
  const [row] = await db
    .select({ ...pick(account, ['firstName', 'lastName', 'email', 'phone']), callPhones })
    .from(account)
    .where(eq(account.id, id));
  // An erased account only has a stand-in, whose words may appear in any reply.
  return row && !isErasedAddress(row.email) ? row : nobody;
}

export async function findMdaName(db: Database, id: string): Promise<string> {
  const [row] = await db.select({ name: mda.name }).from(mda).where(eq(mda.id, id));
  return row?.name ?? '';
}

/** Finds a duplicate's parent, as the duplicate's citizen may know it. */
export async function findParentOf(db: Database, id: string) {
  const [row] = await db
    .select({
      ...pick(complaint, ['id', 'citizenId', 'state', 'outcome', 'reply', 'pausedUntil']),
      dueAt: complaint.resolveDueAt,
      mda: { id: mda.id, name: mda.name },
    })
    .from(complaint)
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .where(eq(complaint.id, id));
  return row;
}
