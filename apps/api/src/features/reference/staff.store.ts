import { mdaRoles } from '@baraza/contract';
import { and, asc, inArray, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import type { MentionableStaff } from '../../domain/mention.ts';

/** Staff inside a query about something else. */
export const worker = alias(account, 's');

/** Matches who works at an MDA now. */
export const worksAt = (mdaId: string | SQLWrapper, who: typeof account | typeof worker = account) =>
  and(sql`${who.mdaId} = ${mdaId}`, inArray(who.role, [...mdaRoles]), isNull(who.disabledAt));

/** Lists who works at one of these MDAs now. */
export async function listStaffOf(
  db: Database,
  ...mdaIds: readonly string[]
): Promise<(MentionableStaff & Pick<Caller, 'role'>)[]> {
  const { id, firstName, lastName, role } = account;
  const worksThere = or(...mdaIds.map((mdaId) => worksAt(mdaId)));
  return db.select({ id, firstName, lastName, role }).from(account).where(worksThere).orderBy(asc(id));
}

/** Lists who works at an MDA now, as one column of a query. */
export function staffOf(mdaId: SQL): SQL<MentionableStaff[]> {
  return sql<MentionableStaff[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'firstName', s.first_name,
      'lastName', s.last_name)), '[]') from ${account} s
    where ${worksAt(mdaId, worker)})`;
}

/** The name of a member of staff, as the desk writes it. That of a citizen is masked. */
export function fullName(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }) {
  return sql<string>`${t.firstName} || ' ' || ${t.lastName}`;
}

/** Whether an account works at an MDA, and does so until the transaction ends. */
export async function holdColleague(db: Database, id: string, mdaId: string): Promise<boolean> {
  return (await findColleagues(db, [id], mdaId).for('share')).length > 0;
}

/** Filters the accounts that work at an MDA now. */
export function findColleagues(db: Database, ids: readonly string[], mdaId: string) {
  return db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(inArray(account.id, [...ids]), worksAt(mdaId)));
}
