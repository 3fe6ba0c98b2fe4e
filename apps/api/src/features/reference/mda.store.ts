import type * as contract from '@baraza/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { findMda } from '../../auth/account.store.ts';
import type { Database } from '../../db/database.ts';
import { pick } from '../../db/pick.ts';
import { committeeMember, jurisdiction, mda } from '../../db/schema/tables.ts';

/** Lists active MDAs by name, with their contacts. */
export async function listMdas(db: Database, addressOf: AddressOf): Promise<contract.Mda[]> {
  const rows = await db.select().from(mda).where(eq(mda.active, true)).orderBy(asc(mda.name));
  const { position, name } = committeeMember;
  const members = await db.select().from(committeeMember).orderBy(asc(position), asc(name));
  return rows.map((row) => ({
    ...pick(row, ['id', 'name', 'identityAccess']),
    logo: toLogo(row, addressOf),
    isJurisdictionAllowed: Number(row.jurisdictionAllowed),
    committee: members
      .filter((member) => member.mdaId === row.id)
      .map((member) => pick(member, ['id', 'name', 'phone', 'email'])),
  }));
}

/** Lists active MDAs by name, with the jurisdictions to choose from. */
export async function listMdasWithJurisdictions(db: Database) {
  const { id, name, mdaId, active } = jurisdiction;
  const ofMda = and(eq(mdaId, mda.id), active, mda.jurisdictionAllowed);
  const named = sql`json_agg(json_build_object('id', ${id}, 'name', ${name}) order by ${name})`;
  return db
    .select({
      id: mda.id,
      name: mda.name,
      jurisdictions: sql<contract.Named[]>`coalesce(${named} filter (where ${id} is not null), '[]')`,
    })
    .from(mda)
    .leftJoin(jurisdiction, ofMda)
    .where(eq(mda.active, true))
    .groupBy(mda.id)
    .orderBy(asc(mda.name));
}

/** Lists a row for each contact; an MDA without any has one row without a name. */
export async function listContacts(db: Database): Promise<contract.Contact[]> {
  return db
    .select({
      id: sql<string>`coalesce(${committeeMember.id}, ${mda.id})`,
      name: committeeMember.name,
      phone: committeeMember.phone,
      email: committeeMember.email,
      mda: mda.name,
    })
    .from(mda)
    .leftJoin(committeeMember, eq(committeeMember.mdaId, mda.id))
    .where(eq(mda.active, true))
    .orderBy(asc(mda.name), asc(committeeMember.position), asc(committeeMember.name));
}

/** Lists the active jurisdictions; undefined if the MDA does not exist. */
export async function listJurisdictions(db: Database, mdaId: string): Promise<contract.Jurisdiction[] | undefined> {
  if (!(await findMda(db, mdaId))) return undefined;
  return db
    .select({ id: jurisdiction.id, jurisdiction: { name: jurisdiction.name } })
    .from(jurisdiction)
    .where(and(eq(jurisdiction.mdaId, mdaId), eq(jurisdiction.active, true)))
    .orderBy(asc(jurisdiction.name));
}

export type AddressOf = (fileId: string) => string;

export function toLogo({ logoId }: { logoId: string | null }, addressOf: AddressOf): string | null {
  return logoId === null ? null : addressOf(logoId);
}
