import { mdaRoles } from '@baraza/contract';
import { and, asc, inArray, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';
import type { MentionableStaff } from '../../domain/mention.ts';

/** Alias of staff in queries about another account. */
export const worker = alias(account, 's');

/** Matches present staff of an MDA. */
export const worksAt = (mdaId: string | SQLWrapper, who: typeof account | typeof worker = account) =>
  and(sql`${who.mdaId} = ${mdaId}`, inArray(who.role, [...mdaRoles]), isNull(who.disabledAt));

/** Lists the present staff of these MDAs. */
export async function listStaffOf(
  db: Database,
  ...mdaIds: readonly string[]
): Promise<(MentionableStaff & Pick<Caller, 'role'>)[]> {
  const { id, firstName, lastName, role } = account;
  const worksThere = or(...mdaIds.map((mdaId) => worksAt(mdaId)));
  return db.select({ id, firstName, lastName, role }).from(account).where(worksThere).orderBy(asc(id));
}

/** Selects the present staff of an MDA as one column. */
export function staffOf(mdaId: SQL): SQL<MentionableStaff[]> {
  return sql<MentionableStaff[]>`(select coalesce(json_agg(json_build_object('id', s.id, 'firstName', s.first_name,
      'lastName', s.last_name)), '[]') from ${account} s
    where ${worksAt(mdaId, worker)})`;
}

/** Selects the full name of a member of staff; use `senderName` for citizens. */
export function fullName(t: { firstName: AnyPgColumn; lastName: AnyPgColumn }) {
  return sql<string>`full_name(${t.firstName}, ${t.lastName})`;
}

/** Whether an account is staff of an MDA; locks it so until the transaction ends. */
export async function holdColleague(db: Database, id: string, mdaId: string): Promise<boolean> {
  return (await findColleagues(db, [id], mdaId).for('share')).length > 0;
}

/** Filters accounts by staff of an MDA. */
export function findColleagues(db: Database, ids: readonly string[], mdaId: string) {
  return db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(inArray(account.id, [...ids]), worksAt(mdaId)));
}
