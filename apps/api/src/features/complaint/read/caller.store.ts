import type { ComplaintLink } from '@baraza/contract';
import { workedStates } from '@baraza/contract/complaint/state';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { areNamesWithheld } from '../../../auth/access/access-change.store.ts';
import type { Database } from '../../../db/database.ts';
import { account, complaint, mda } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { visibleTo, within } from '../record/visibility.ts';
import { link, toLink } from './related.store.ts';

/** Digits from which on a text is taken for a telephone number. */
const leastDigits = 7;
const mostFound = 20;

/** Condition of a citizen with this number, however it is written. */
export const hasPhone = (phone: SQL | string) =>
  sql`${account.phone} is not null and phone_end(${account.phone}) = phone_end(${phone})`;

/** Condition of named complaints whose reader sees the identity without a request; the twin of `shownUnasked`. */
export function isIdentified(reader: Actor): SQL {
  if (reader.mdaId === null || reader.contactId) return sql`false`;
  const isOpenAccess = sql`${mda.identityAccess} = 'open'`;
  const isHandler = reader.role === 'supervisor' ? sql`true` : eq(complaint.assigneeId, reader.accountId);
  const isHandled = and(
    sql`${mda.identityAccess} = 'assigned'`,
    inArray(complaint.state, [...workedStates]),
    isHandler,
  );
  return sql`(${complaint.identity} = 'named' and ${complaint.mdaId} = ${reader.mdaId}
    and not ${areNamesWithheld(reader.accountId, sql`${complaint.mdaId}`, sql`now()`)}
    and exists (select from ${mda} where ${mda.id} = ${complaint.mdaId} and (${isOpenAccess} or ${isHandled})))`;
}

/** Lists named complaints of the reader's MDA by their citizen's number, newest first. */
export async function listOfCaller(db: Database, reader: Actor, phone: string): Promise<ComplaintLink[]> {
  const isNamed = eq(complaint.identity, 'named');
  const isNumber = sql`length(phone_end(${phone})) >= ${leastDigits}`;
  const rows = await db
    .select(link)
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(within(visibleTo(reader), isNamed, isNumber, hasPhone(phone)))
    .orderBy(desc(complaint.submittedAt), desc(complaint.id))
    .limit(mostFound);
  return rows.map(toLink);
}
