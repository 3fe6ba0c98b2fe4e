import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account, session } from '../../db/schema/tables.ts';
import type { Caller } from './caller.ts';
import { type Asker, type Holding, isHeld, touchSession } from './session.store.ts';

/*
 * Who asks, read in the same statement as what they ask for: one question to the database less, where citizens look all the
 * time. The session is held against the present moment as everywhere; nothing of it is remembered from one request to the next.
 */

/** The citizen who holds a token, as the first part (`with`) of a statement: one row, or none. */
export function askingCitizen(db: Database, holding: Holding) {
  return db.$with('asking').as(
    db
      .select({
        accountId: sql<string>`${account.id}`.as('account_id'),
        sessionId: sql<string>`${session.id}`.as('session_id'),
        lastUsedAt: sql<Date>`${session.lastUsedAt}`.as('last_used_at'),
      })
      .from(session)
      .innerJoin(account, eq(account.id, session.accountId))
      .where(and(isHeld(holding), eq(account.role, 'citizen'))),
  );
}

/** The same for somebody who is known already. */
export function knownAsker(db: Database, accountId: string): Asking {
  const nothing = {
    accountId: sql<string>``.as('account_id'),
    sessionId: sql<string>``.as('session_id'),
    lastUsedAt: sql<Date>``.as('last_used_at'),
  };
  return db
    .$with('asking', nothing)
    .as(sql`select ${accountId}::uuid as account_id, null::uuid as session_id, null::timestamptz as last_used_at`);
}

export type Asking = ReturnType<typeof askingCitizen>;

/** The account, as a value: rows of this citizen are found by an index, in its order. */
export const accountOf = (asking: Asking) => sql<string>`(select ${asking.accountId} from ${asking})`;

/** Beside the columns of what is asked for: who asked. */
export const askingColumns = (asking: Asking) => ({
  accountId: accountOf(asking),
  sessionId: sql<string>`(select ${asking.sessionId} from ${asking})`,
  lastUsedAt: sql<Date>`(select ${asking.lastUsedAt} from ${asking})`.mapWith(session.lastUsedAt),
});

/** Who asked, by any row of the answer. Their session was used with that. */
export async function callerFrom(
  db: Database,
  asker: Asker,
  { accountId, sessionId, lastUsedAt }: { accountId: string; sessionId: string; lastUsedAt: Date },
): Promise<Caller> {
  await touchSession(db, asker, { id: sessionId, lastUsedAt });
  return { accountId, role: 'citizen', mdaId: null, sessionId };
}
